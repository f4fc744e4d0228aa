import { expect, it } from 'vitest'
import type { AgentTask } from '#shared/agent/agent-run.ts'
import type { CallId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { createResolveAgentName } from './resolve-agent-name.ts'

/** A chat, its agents, and theirs. */
async function tree() {
  const log = openTestLog()
  const { sessions } = createRunRig({ replies: [], log })
  const below = new Map<SessionId, readonly SessionId[]>()
  const common = {
    projectId: 'prj_00000001' as ProjectId,
    cwd: '/',
    model: 'test/scripted' as ModelRef,
    permissionMode: 'ask' as const,
  }
  const child = async (parentSessionId: SessionId, title: string, teammate?: string): Promise<SessionId> => {
    const task: AgentTask = {
      callId: 'call' as CallId,
      fork: false,
      ...(teammate === undefined ? {} : { teammate }),
    }
    const place = { kind: 'child', mode: 'fresh', agentId: 'general', parentSessionId, task } as const
    const id = await sessions.create({ ...common, title, place })
    below.set(parentSessionId, [...(below.get(parentSessionId) ?? []), id])
    return id
  }
  const chat = await sessions.create({ ...common, title: 'Chat' })
  const resolveAgentName = createResolveAgentName({ log: log.log, childrenOf: (id) => below.get(id) ?? [] })
  const refused = (...asked: Parameters<typeof resolveAgentName>): string => {
    try {
      return `found ${resolveAgentName(...asked)}`
    } catch (error) {
      return error instanceof Error ? error.message : 'not an error'
    }
  }
  return { chat, child, resolveAgentName, refused }
}

it('finds whoever works for one, at any depth, and nobody else', async () => {
  const { chat, child, resolveAgentName, refused } = await tree()
  const upper = await child(chat, 'Upper')
  const lower = await child(upper, 'Lower')
  const lowest = await child(lower, 'Lowest')
  const sibling = await child(chat, 'Sibling')
  for (const act of ['speak', 'stop'] as const) {
    expect([upper, lower, lowest, sibling].map((id) => resolveAgentName(id, chat, act))).toEqual([
      ...[upper, lower, lowest, sibling],
    ])
    expect([lower, lowest].map((id) => resolveAgentName(id, upper, act))).toEqual([lower, lowest])
    const theirs = `Those that do: ${lowest} “Lowest”.`
    expect([chat, upper, lower, sibling].map((id) => refused(id, lower, act))).toEqual(
      [chat, upper, lower, sibling].map((id) => `No agent that works for you is called ${id}. ${theirs}`),
    )
  }
  expect(refused(lower, lowest, 'stop')).toBe(
    `No agent that works for you is called ${lower}. None works for you yet.`,
  )
})

it('takes a title for an id where exactly one has it', async () => {
  const { chat, child, resolveAgentName, refused } = await tree()
  const one = await child(chat, 'Read the docs')
  const two = await child(one, 'Check')
  const three = await child(chat, ' check')
  expect(resolveAgentName(' read THE docs ', chat, 'speak')).toBe(one)
  expect(resolveAgentName('Check', one, 'stop')).toBe(two)
  expect(refused('CHECK', chat, 'speak')).toBe(
    `Several agents that work for you are called CHECK. Name one by its id: ${two} “Check”, ${three} “ check”.`,
  )
  expect(refused('Read', chat, 'speak')).toContain('No agent that works for you is called Read.')
})

it('lets who leads stop a teammate, and has everybody in the team write to it', async () => {
  const { chat, child, resolveAgentName, refused } = await tree()
  const mira = await child(chat, 'mira', 'mira')
  const tomas = await child(chat, 'tomas', 'tomas')
  const helper = await child(mira, 'Helper')
  expect([resolveAgentName('Mira', chat, 'stop'), resolveAgentName('helper', chat, 'speak')]).toEqual([
    mira,
    helper,
  ])
  const letters = 'is a teammate: write to it with send_message.'
  expect([refused(mira, chat, 'speak'), refused('Tomas', mira, 'speak')]).toEqual([
    `${mira} ${letters}`,
    `Tomas ${letters}`,
  ])
  expect(refused(tomas, mira, 'stop')).toBe(
    `No agent that works for you is called ${tomas}. Those that do: ${helper} “Helper”.`,
  )
  // A subagent of a teammate is in no team.
  expect(refused(mira, helper, 'speak')).toBe(
    `No agent that works for you is called ${mira}. None works for you yet.`,
  )
})
