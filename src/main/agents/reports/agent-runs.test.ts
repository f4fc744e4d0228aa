import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { openAgentsRig } from '../../../../test/support/rigs/agents-rig.ts'
import { says } from '../../../../test/support/rigs/scripted-replies.ts'
import { createChildLogs } from '../../log/child-logs.ts'
import { createAgentRuns } from './agent-runs.ts'

/** Opens rows about the agents of a chat, with control over the delay before they are sent. */
async function open() {
  const rig = await openAgentsRig({ replies: [says('One.'), says('Two.'), says('Three.')] })
  const { log } = rig
  const told: (readonly AgentRun[])[] = []
  const waiting = new Set<() => void>()
  const runs = createAgentRuns({
    log: log.log,
    lifeOf: () => null,
    newest: () => [],
    now: () => 0,
    childrenOf: createChildLogs({ reader: log.reader, store: log.store, bus: log.bus }).of,
    tell: (changed) => void told.push(changed),
    schedule: (_ms, act) => {
      waiting.add(act)
      return () => void waiting.delete(act)
    },
  })
  const agents = []
  for (const title of ['One', 'Two', 'Three']) {
    const agent = await rig.give(rig.chatId, { title })
    await agent.done
    agents.push(agent.sessionId)
  }
  const pass = () => {
    for (const act of [...waiting]) {
      waiting.delete(act)
      act()
    }
  }
  return { runs, agents, pass, waiting, titles: () => told.map((each) => each.map(({ title }) => title)) }
}

it('tells of all agents that have changed within a moment together, and of each once', async () => {
  const { runs, agents, pass, waiting, titles } = await open()
  for (const sessionId of [...agents, ...agents]) runs.changed(sessionId)
  expect([titles(), waiting.size]).toEqual([[], 1])
  pass()
  expect(titles()).toEqual([['One', 'Two', 'Three']])
  for (const sessionId of agents.slice(1, 2)) runs.changed(sessionId)
  pass()
  expect(titles().slice(1)).toEqual([['Two']])
})

it('tells of nobody once it is closed', async () => {
  const { runs, agents, pass, titles } = await open()
  for (const sessionId of agents) runs.changed(sessionId)
  runs.close()
  pass()
  expect(titles()).toEqual([])
})
