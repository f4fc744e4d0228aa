import { describe, expect, it } from 'vitest'
import type { AgentChanges, ChangesById } from '#shared/agent/agent-changes.ts'
import type { AgentDefinition, AgentSource } from '#shared/agent/definition.ts'
import { type ChangesLayer, withChanges } from './agent-changes.ts'
import { joinAgents, type ReadAgent } from './agent-set.ts'

const TOOLS = ['read', 'edit', 'write', 'bash']

const agent = (source: AgentSource, id: string, more: Partial<AgentDefinition> = {}): ReadAgent => ({
  definition: {
    id,
    name: id,
    description: `Is ${id}.`,
    mode: 'subagent',
    source,
    tools: {},
    permission: [],
    persona: `You are ${id}.`,
    ...more,
  },
  file: null,
  text: '',
})

const AGENTS = [
  agent('builtin', 'build', { permission: [{ tool: 'bash', action: 'ask' }] }),
  agent('builtin', 'explore', { tools: { allow: ['read', 'bash'] } }),
  agent('builtin', 'title', { mode: 'hidden' }),
  agent('project', 'deploy', {
    tools: { allow: ['read'] },
    permissionMode: 'plan',
    canDelegateTo: ['build'],
  }),
]

const SET = joinAgents([{ items: AGENTS, problems: [] }], TOOLS)
const mine = (changes: ChangesById): ChangesLayer => ({ source: 'user', file: '/h/config.toml', changes })
const ofFolder = (changes: ChangesById): ChangesLayer => ({
  source: 'project',
  file: '/p/config.toml',
  changes,
})
const changed = (...layers: ChangesLayer[]) =>
  withChanges(SET, layers, { toolNames: TOOLS, needed: ['build'] })
const one = (id: string, change: AgentChanges) => changed(mine({ [id]: change })).get(id)

it('keeps the very same set without changes', () => {
  expect(changed(mine({}))).toBe(SET)
})

it('replaces what the person names of their own and of built-in agents', () => {
  const explore = one('explore', {
    model: 'lab/small',
    effort: 'low',
    persona: 'You look.',
    tools: { deny: ['bash'] },
    context: { compactAt: 0.5 },
  })
  expect(explore).toMatchObject({
    definition: {
      model: 'lab/small',
      effort: 'low',
      persona: 'You look.',
      tools: { allow: ['read', 'bash'], deny: ['bash'] },
      context: { compactAt: 0.5 },
    },
    changed: ['context', 'effort', 'model', 'persona', 'tools.deny'],
  })
  expect(one('build', { permission: [{ tool: 'write', action: 'deny' }] }).rules).toEqual([
    [
      { tool: 'bash', action: 'ask' },
      { tool: 'write', action: 'deny' },
    ],
  ])
})

describe('an agent of a project', () => {
  it('gets another model and no right that it had not', () => {
    const { definition, rules } = one('deploy', {
      model: 'lab/small',
      tools: { allow: ['read', 'bash'] },
      permissionMode: 'bypass',
      canDelegateTo: ['build', 'explore'],
      permission: [
        { tool: 'bash', action: 'allow' },
        { tool: 'read', action: 'ask' },
      ],
    })
    expect(definition).toMatchObject({
      model: 'lab/small',
      tools: { allow: ['read'] },
      permissionMode: 'plan',
      canDelegateTo: ['build'],
      permission: [{ tool: 'read', action: 'ask' }],
    })
    expect(rules).toEqual([[{ tool: 'read', action: 'ask' }]])
  })
})

it('lets the files of a folder take tools away and give none', () => {
  const set = changed(
    mine({ explore: { tools: { deny: ['write'] } } }),
    ofFolder({ explore: { tools: { allow: ['read', 'edit'] } } }),
    ofFolder({ explore: { tools: { allow: ['read', 'bash'], deny: ['edit'] } } }),
  )
  expect(set.get('explore').definition.tools).toEqual({ allow: ['read'], deny: ['write', 'edit'] })
  expect(set.definitions.find(({ id }) => id === 'explore')).toBe(set.get('explore').definition)
})

describe('disabled', () => {
  it('takes an agent out of the list and says where it is switched off', () => {
    const set = changed(ofFolder({ explore: { disabled: true } }))
    expect(set.agents.map(({ definition }) => definition.id)).toEqual(['build', 'deploy', 'title'])
    expect(() => set.get('explore')).toThrow(
      '/p/config.toml switches the agent explore off. Remove agents.explore.disabled to use it.',
    )
  })

  it.each(['build', 'title'])('does not switch %s off, which the app needs', (id) => {
    const set = changed(ofFolder({ [id]: { disabled: true } }))
    expect(set.get(id).definition.id).toBe(id)
    expect(set.problems).toMatchObject([{ id: null, source: 'project', file: '/p/config.toml' }])
  })
})

it('names an agent that there is not, and makes one with an unknown tool unusable', () => {
  const set = changed(mine({ nobody: { model: 'a/b' }, explore: { tools: { deny: ['Bash'] } } }))
  expect(set.problems.map(({ message }) => message)).toEqual([
    '/h/config.toml changes the agent nobody, and there is no such agent here.',
    'agents.explore.tools.deny (/h/config.toml) names Bash, and there is no such tool. The tools are: read, edit, write, bash.',
  ])
  expect(() => set.get('explore')).toThrow(/explore cannot be used.*names Bash/)
  expect(() => set.get('nobody')).toThrow('There is no agent named nobody here.')
})
