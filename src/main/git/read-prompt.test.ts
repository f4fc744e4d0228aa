import { expect, it } from 'vitest'
import { readPrompt } from './read-prompt.ts'

const FINGERPRINT = 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDMaYmbSEQ6rGBmPuw'
const unknownHost = (ending: string) =>
  `The authenticity of host 'forge.example (192.0.2.7)' can't be established.\nED25519 key fingerprint is ${FINGERPRINT}.\nThis key is not known by any other names.\nAre you sure you want to continue connecting ${ending} `

it.each([
  ["Username for 'https://forge.example': ", '', 'name'],
  ["Password for 'https://mei@forge.example': ", '', 'secret'],
  ["Enter passphrase for key '/home/mei/.ssh/id_ed25519': ", '', 'secret'],
  ["mei@forge.example's password: ", '', 'secret'],
  [unknownHost('(yes/no/[fingerprint])?'), '', 'host-key'],
  [unknownHost('(yes/no)?'), '', 'host-key'],
  ["Please type 'yes', 'no' or the fingerprint: ", '', 'confirm'],
  ['Confirm user presence for key ED25519-SK', 'none', 'notice'],
  ['Allow use of key id_ed25519?', 'confirm', 'confirm'],
  ['Something new', '', 'secret'],
  // Looks like a question about a host, but only in the middle.
  [`Password (yes/no)? ${FINGERPRINT} :`, '', 'secret'],
])('%j with the hint %j is a %s', (prompt, hint, kind) => {
  expect(readPrompt(prompt, hint)).toMatchObject({ kind, words: prompt.trim() })
})

it('finds the fingerprint of a server', () => {
  expect(readPrompt(unknownHost('(yes/no/[fingerprint])?'), '').fingerprint).toBe(FINGERPRINT)
  expect(readPrompt('Password: ', '').fingerprint).toBe(null)
})

it('shortens what is too long to show', () => {
  expect(readPrompt('x'.repeat(100_000), '').words).toHaveLength(4_000)
})
