import { expect, it } from 'vitest'
import { toolsInWindow } from './window-tools.ts'

const TOOLS = ['read', 'edit', 'bash', 'plan', 'propose_plan', 'agent', 'notes_set'].map((name) => ({ name }))
const offered = (contextWindow: number, allow: string[] = []) =>
  toolsInWindow({ tools: { allow } }, TOOLS, { contextWindow }).map(({ name }) => name)
const CORE = ['read', 'edit', 'bash', 'plan']

it.each([
  [16_384, CORE],
  [16_385, [...CORE, 'propose_plan']],
  [49_152, [...CORE, 'propose_plan']],
  [49_153, TOOLS.map(({ name }) => name)],
])('a window of %i tokens gets the tools it has room for', (window, names) => {
  expect(offered(window)).toEqual(names)
})

it('an agent keeps the tools that its definition names, in any window', () => {
  expect(offered(8_192, ['agent'])).toEqual([...CORE, 'agent'])
})

it('an agent without tools for work on files keeps what it has', () => {
  const own = [{ name: 'send_message' }]
  expect(toolsInWindow({ tools: { allow: [] } }, own, { contextWindow: 8_192 })).toEqual(own)
})
