import { expect, it } from 'vitest'
import { requestSubject } from './request-subject.ts'

it.each([
  [{ kind: 'command', command: 'pnpm vitest', timeoutMs: 1 }, 'pnpm vitest'],
  [{ kind: 'path', path: '/etc/hosts', outside: true }, '/etc/hosts'],
  [{ kind: 'args', text: 'src/**' }, 'src/**'],
  [undefined, 'Which one?'],
] as const)('says in a line what %j is about', (preview, words) => {
  expect(requestSubject({ prompt: 'Which one?', ...(preview === undefined ? {} : { preview }) })).toBe(words)
})

it('keeps the end of a long path, which names the file', () => {
  const path = `../${'a-folder-with-a-long-name/'.repeat(8)}.bashrc`
  const words = requestSubject({ prompt: '', preview: { kind: 'path', path, outside: true } })
  expect(words).toMatch(/^…\/a-folder-with-a-long-name\/.*\/\.bashrc$/)
  expect(words.length).toBeLessThanOrEqual(65)
})
