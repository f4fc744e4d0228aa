import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { joinAgents } from '../../src/main/agents/definitions/agent-set.ts'
import { BUILTIN_AGENTS, CHAT_AGENT, SCRIPT_AGENT } from '../../src/main/agents/definitions/builtin.ts'
import { toolsOf } from '../../src/main/agents/definitions/limits.ts'
import { parseAgent } from '../../src/main/extensions/agents/agent-files.ts'
import { BUILTIN_SKILLS } from '../../src/main/extensions/skills/builtin-skills.ts'
import { textIn } from '../../src/renderer/messages/TextProvider.tsx'
import { agentAbout } from '../../src/renderer/ui/names/agent-about.ts'

const resources = resolve(import.meta.dirname, '../../resources')
const TOOLS = [
  'read',
  'write',
  'edit',
  'list',
  'glob',
  'grep',
  'bash',
  'ask',
  'plan',
  'workflow',
  'skill',
  'agent',
  'stop_agent',
]

const bundled = await Promise.all(
  Object.entries(BUILTIN_AGENTS).map(async ([id, text]) => ({
    definition: await parseAgent('builtin', id, text),
    file: null,
    text,
  })),
)
const { agents, get } = joinAgents([{ items: bundled, problems: [] }], TOOLS)
const offered = (id: string) =>
  toolsOf(
    get(id).definition,
    TOOLS.map((name) => ({ name })),
  ).map(({ name }) => name)

it('ships every agent and skill that lies in its folder', () => {
  expect(Object.keys(BUILTIN_AGENTS).sort()).toEqual(
    readdirSync(resolve(resources, 'agents'))
      .map((file) => file.replace(/\.md$/, ''))
      .sort(),
  )
  expect(Object.keys(BUILTIN_SKILLS).sort()).toEqual(readdirSync(resolve(resources, 'skills')).sort())
})

describe('the agents that come with the app', () => {
  it('are these, with these parts to play', () => {
    expect(Object.fromEntries(agents.map(({ definition }) => [definition.id, definition.mode]))).toEqual({
      'agent-author': 'hidden',
      build: 'primary',
      commit: 'hidden',
      compaction: 'hidden',
      coordinator: 'primary',
      explore: 'subagent',
      general: 'subagent',
      memory: 'hidden',
      plan: 'primary',
      review: 'subagent',
      'status-line-author': 'hidden',
      summary: 'hidden',
      title: 'hidden',
      'workflow-author': 'hidden',
    })
    expect(get(CHAT_AGENT).definition.mode).toBe('primary')
    expect(get(SCRIPT_AGENT).definition.mode).toBe('subagent')
  })

  it('say in windows what they say to models', () => {
    const t = textIn('en')
    for (const { definition } of agents) {
      const { description, id } = definition
      expect(agentAbout({ ...definition, description: `Nobody has said it of ${id}.` }, t)).toBe(description)
    }
  })

  it('name only tools there are', () => {
    const named = agents.flatMap(({ definition: { tools } }) => [
      ...(tools.allow ?? []),
      ...(tools.deny ?? []),
    ])
    expect(named.filter((name) => !TOOLS.includes(name))).toEqual([])
  })

  it.each(['plan', 'explore', 'review'])('change nothing when they are %s', (id) => {
    expect(get(id).definition.permissionMode).toBe('plan')
  })

  // The list of tools stays as it is when one of them takes over, so that no server reads the chat again.
  it('have the same tools when they are of one family', () => {
    expect(offered('plan')).toEqual(offered('build'))
  })

  it.each(['explore', 'review'])('are offered no tool for changes when they are %s', (id) => {
    expect(offered(id)).not.toEqual(expect.arrayContaining(['write']))
    expect(offered(id)).not.toEqual(expect.arrayContaining(['edit']))
  })

  it.each(['commit', 'compaction', 'title', 'summary'])('have no tools when they are hidden: %s', (id) => {
    expect(offered(id)).toEqual([])
  })

  it('allow nothing by themselves', () => {
    expect(agents.flatMap(({ rules }) => rules.flat()).filter(({ action }) => action === 'allow')).toEqual([])
  })
})
