import { expect, it } from 'vitest'
import { askGist } from './ask-gist.ts'

it.each([
  [{ kind: 'command', command: 'pnpm vitest', timeoutMs: 1 }, 'pnpm vitest'],
  [{ kind: 'path', path: '/etc/hosts', outside: true }, '/etc/hosts'],
  [{ kind: 'args', text: 'src/**' }, 'src/**'],
  [undefined, 'Which one?'],
] as const)('says in a line what %j is about', (preview, words) => {
  expect(askGist({ prompt: 'Which one?', ...(preview === undefined ? {} : { preview }) })).toBe(words)
})
