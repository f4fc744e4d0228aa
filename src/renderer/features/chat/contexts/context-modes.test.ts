import { expect, it } from 'vitest'
import { modesFor } from './context-modes.ts'

const agents = [{ id: 'build', family: 'work' }, { id: 'plan', family: 'work' }, { id: 'poet' }]

it.each([
  ['build', 'plan', ['continue', 'bridge', 'fresh']],
  ['build', 'build', ['bridge', 'fresh']],
  ['build', 'poet', ['bridge', 'fresh']],
  ['poet', 'poet', ['bridge', 'fresh']],
  [null, 'poet', ['bridge', 'fresh']],
] as const)('from %s to %s offers what the agent may know of the history', (active, next, modes) => {
  expect(modesFor(agents, active, next)).toEqual(modes)
})
