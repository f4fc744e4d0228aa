import { expect, it } from 'vitest'
import { agentsMay } from './agents-may.ts'

it('says of commands what is true in each mode, with and without the sandbox', () => {
  const run = (mode: Parameters<typeof agentsMay>[0], sandboxed: boolean, askForReadOnly: boolean) =>
    agentsMay(mode, { sandboxed, askForReadOnly }).run
  expect(run('accept_edits', true, false)).toBe('sandboxed')
  expect(run('accept_edits', false, false)).toBe('reading')
  expect(run('accept_edits', false, true)).toBe('asks')
  expect(run('ask', true, false)).toBe('reading')
  expect(run('ask', true, true)).toBe('asks')
  expect(run('plan', true, true)).toBe('looking')
  expect(run('bypass', false, false)).toBe('allowed')
})
