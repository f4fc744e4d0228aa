import { expect, it } from 'vitest'
import type { AgentSet } from './agent-set.ts'
import { withPreset } from './tool-preset.ts'

const agent = (id: string, tools: object) => ({ definition: { id, tools }, rules: [], replaces: null })
const AGENTS = [
  agent('build', {}),
  agent('docs', { allow: ['read', 'write'], deny: ['grep'] }),
] as unknown as AgentSet['agents']
const SET: AgentSet = {
  agents: AGENTS,
  definitions: AGENTS.map(({ definition }) => definition),
  problems: [],
  get: (id) => {
    throw new Error(`There is no agent ${id}.`)
  },
}

it('leaves agents what a preset and their own list allow', () => {
  const set = withPreset(SET, 'readonly')
  expect(set.get('build').definition.tools.allow).toEqual(expect.arrayContaining(['read', 'grep']))
  expect(set.get('build').definition.tools.allow).not.toContain('bash')
  expect(set.get('docs').definition.tools).toEqual({ allow: ['read'], deny: ['grep'] })
  expect(set.definitions.map(({ tools }) => tools)).toEqual(set.agents.map((each) => each.definition.tools))
  expect(withPreset(SET, 'none').agents.map((each) => each.definition.tools.allow)).toEqual([[], []])
})

it('keeps the set itself without a limit, and the reason for an agent that there is not', () => {
  expect(withPreset(SET, 'coding')).toBe(SET)
  expect(() => withPreset(SET, 'none').get('nowhere')).toThrow('There is no agent nowhere.')
})
