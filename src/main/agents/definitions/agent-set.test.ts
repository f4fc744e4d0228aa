import { describe, expect, it } from 'vitest'
import type { AgentDefinition, AgentSource } from '#shared/agent/definition.ts'
import { type AgentLayer, joinAgents, type ReadAgent } from './agent-set.ts'

const TOOLS = ['read', 'edit', 'write', 'bash']

const agent = (source: AgentSource, id: string, more: Partial<AgentDefinition> = {}): ReadAgent => ({
  definition: {
    id,
    name: id,
    description: `Is ${id}.`,
    mode: 'primary',
    source,
    tools: {},
    permission: [],
    persona: `You are ${source} ${id}.`,
    ...more,
  },
  file: source === 'builtin' ? null : `/home/ada/${source}/${id}.md`,
  text: '',
})

const layer = (...items: ReadAgent[]): AgentLayer => ({ items, problems: [] })
const broken = (source: 'user' | 'project', id: string): AgentLayer => ({
  items: [],
  problems: [{ id, source, file: `/p/${id}.md`, message: `mode (${id}.md, line 3): is missing.`, said: [] }],
})

const join = (...layers: AgentLayer[]) => joinAgents(layers, TOOLS)

it('lets the person stand in front of the app, and a project in front of both', () => {
  const set = join(
    layer(agent('builtin', 'build'), agent('builtin', 'plan'), agent('builtin', 'review')),
    layer(agent('user', 'plan'), agent('user', 'review')),
    layer(agent('project', 'review'), agent('project', 'deploy')),
  )
  expect(set.agents.map(({ definition, replaces }) => [definition.id, definition.source, replaces])).toEqual([
    ['build', 'builtin', null],
    ['deploy', 'project', null],
    ['plan', 'user', 'builtin'],
    ['review', 'project', 'user'],
  ])
  expect(set.get('review').definition.persona).toBe('You are project review.')
})

describe('an agent of a project in front of another', () => {
  const mine = agent('user', 'review', {
    tools: { allow: ['read', 'bash'], deny: ['write'] },
    permissionMode: 'plan',
    canDelegateTo: ['explore'],
    permission: [
      { tool: 'bash', action: 'deny' },
      { tool: 'bash', pattern: 'npm test', action: 'allow' },
    ],
  })

  it('has no tool, mode or colleague the other had not', () => {
    const theirs = agent('project', 'review', {
      tools: { allow: ['read', 'edit', 'bash'], deny: ['bash'] },
      permissionMode: 'bypass',
      canDelegateTo: ['explore', 'general'],
    })
    expect(join(layer(mine), layer(theirs)).get('review').definition).toMatchObject({
      tools: { allow: ['read', 'bash'], deny: ['bash', 'write'] },
      permissionMode: 'plan',
      canDelegateTo: ['explore'],
    })
  })

  it('keeps the limits of the other when it names none', () => {
    const { definition } = join(layer(mine), layer(agent('project', 'review'))).get('review')
    expect(definition).toMatchObject({ tools: mine.definition.tools, permissionMode: 'plan' })
  })

  it('keeps its refusals, and not what the person allowed their own agent', () => {
    const theirs = agent('project', 'review', { permission: [{ tool: 'read', action: 'ask' }] })
    expect(join(layer(mine), layer(theirs)).get('review').rules).toEqual([
      [{ tool: 'read', action: 'ask' }],
      [{ tool: 'bash', action: 'deny' }],
    ])
  })
})

it('lets the person’s own agent have rules that allow', () => {
  const mine = agent('user', 'build', { permission: [{ tool: 'bash', pattern: 'npm *', action: 'allow' }] })
  expect(join(layer(agent('builtin', 'build')), layer(mine)).get('build').rules).toEqual([
    [{ tool: 'bash', pattern: 'npm *', action: 'allow' }],
  ])
})

describe('a broken file', () => {
  it('takes its agent out of use, and says why and where', () => {
    const set = join(layer(agent('builtin', 'build'), agent('builtin', 'plan')), broken('user', 'build'))
    expect(set.agents.map(({ definition }) => definition.id)).toEqual(['plan'])
    expect(() => set.get('build')).toThrow(
      'The agent build cannot be used. mode (build.md, line 3): is missing. Repair or remove /p/build.md.',
    )
    expect(set.problems).toHaveLength(1)
  })

  it('of the person is not passed over by a project', () => {
    const set = join(broken('user', 'build'), layer(agent('project', 'build')))
    expect(() => set.get('build')).toThrow('cannot be used')
  })

  it('leaves in force what it said before', () => {
    const { problems } = broken('user', 'build')
    const set = join(layer(agent('builtin', 'build')), { items: [agent('user', 'build')], problems })
    expect(set.get('build').definition.source).toBe('user')
    expect(set.problems).toEqual(problems)
  })
})

it.each([
  [{ tools: { allow: ['raed'] } }, 'tools.allow (deploy.md) names raed, and there is no such tool.'],
  [{ tools: { deny: ['bsh'] } }, 'tools.deny (deploy.md) names bsh,'],
  [
    { permission: [{ tool: 'Bash', action: 'deny' as const }] },
    'permission.0.tool (deploy.md) names Bash, and there is no such tool. The tools are: read, edit, write, bash.',
  ],
])('refuses a definition that names a tool there is not: %j', (more, words) => {
  const set = join(layer(agent('user', 'deploy', more)))
  expect(set.agents).toEqual([])
  expect(set.problems[0]?.message).toContain(words)
})

it('says which agents there are when it is asked for another', () => {
  const set = join(
    layer(agent('builtin', 'build'), agent('builtin', 'title', { mode: 'hidden' }), agent('builtin', 'plan')),
  )
  expect(() => set.get('builder')).toThrow(
    'There is no agent named builder here. The agents are: build, plan.',
  )
  expect(() => set.get('__proto__')).toThrow('There is no agent named __proto__ here.')
})
