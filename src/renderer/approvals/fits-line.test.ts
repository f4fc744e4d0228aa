import { expect, it } from 'vitest'
import { fitsLine } from './fits-line.ts'

const command = (text: string) => ({ kind: 'command' as const, command: text, timeoutMs: 1 })

it.each([
  ['a short command', { what: 'permission', preview: command('pnpm vitest') }, true],
  ['three lines', { what: 'permission', preview: command('a\nb\nc') }, true],
  ['four lines', { what: 'permission', preview: command('a\nb\nc\nd') }, false],
  ['a long line', { what: 'permission', preview: command('a'.repeat(161)) }, false],
  ['what a hook has questioned', { what: 'permission', preview: command('ls'), why: 'Look twice.' }, false],
  ['a path', { what: 'permission', preview: { kind: 'path', path: '/etc/hosts', outside: true } }, false],
  ['a question', { what: 'question' }, false],
] as const)('answers %s in the list: %#', (_name, ask, fits) => {
  expect(fitsLine(ask)).toBe(fits)
})
