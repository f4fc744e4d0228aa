import { describe, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import { agentOfCall, inTreeOrder, selectable } from './agent-tree.ts'

const id = (name: string) => SessionId.parse(`ses_${name.padEnd(10, '0')}`)
const CHAT = id('chat')
const agent = (name: string, parent: string, more: Partial<AgentRun> = {}) =>
  ({
    sessionId: id(name),
    parentSessionId: id(parent),
    chatId: CHAT,
    background: true,
    startedAt: 0,
    state: 'running',
    endedAt: null,
    teammate: null,
    callId: `call ${name}`,
    parentRunId: 'run_0000000000',
    ...more,
  }) as AgentRun
const names = (runs: readonly AgentRun[]) =>
  runs.map(({ sessionId }) => sessionId.slice(4).replace(/0+$/, ''))

it('lists every agent below the one it works for', () => {
  const runs = [agent('b', 'a'), agent('a', 'chat'), agent('d', 'chat'), agent('c', 'a')]
  expect(names(inTreeOrder(CHAT, runs))).toEqual(['a', 'b', 'c', 'd'])
})

describe('the selector', () => {
  const state = {
    chatId: CHAT,
    problem: null,
    viewed: null,
    limiting: null,
    keptUntil: {},
    inLine: new Map(),
    askers: new Map(),
  }

  it('holds agents nobody waits for, in the order they began', () => {
    const runs = [
      agent('late', 'chat', { startedAt: 9 }),
      agent('early', 'chat'),
      agent('awaited', 'chat', { background: false }),
    ]
    expect(names(selectable({ ...state, runs }, 0))).toEqual(['early', 'late'])
  })

  it('keeps one that has not heard what was said to it, until it was taken out', () => {
    const runs = [agent('a', 'chat', { state: 'stopped', endedAt: 1_000, unheard: 1 })]
    expect(selectable({ ...state, runs }, 99_000)).toHaveLength(1)
    expect(selectable({ ...state, runs, keptUntil: { [id('a')]: 31_000 } }, 99_000)).toHaveLength(1)
    expect(selectable({ ...state, runs, keptUntil: { [id('a')]: 0 } }, 99_000)).toEqual([])
  })

  it('leaves teammates to their board, also while one is looked at', () => {
    const runs = [agent('mira', 'chat', { teammate: 'mira' }), agent('a', 'mira')]
    expect(names(selectable({ ...state, runs, viewed: id('mira') }, 0))).toEqual(['a'])
  })

  it('keeps one that has ended for half a minute, longer while it is looked at, and not once it was taken out', () => {
    const runs = [agent('a', 'chat', { state: 'done', endedAt: 1_000 })]
    expect(selectable({ ...state, runs }, 30_999)).toHaveLength(1)
    expect(selectable({ ...state, runs }, 31_000)).toEqual([])
    expect(selectable({ ...state, runs, viewed: id('a') }, 99_000)).toHaveLength(1)
    expect(selectable({ ...state, runs, keptUntil: { [id('a')]: 80_000 } }, 79_000)).toHaveLength(1)
    expect(selectable({ ...state, runs, keptUntil: { [id('a')]: 0 } }, 2_000)).toEqual([])
  })
})

it('finds the agent of a call by the call, by its answer, or by the one it goes on with', () => {
  const runs = [agent('a', 'chat'), agent('b', 'chat')]
  const call = { callId: 'call b', runId: runs[0]?.parentRunId ?? null, args: {}, outcome: null }
  expect(agentOfCall(call, runs)).toBe(runs[1])
  expect(agentOfCall({ ...call, runId: null }, runs)).toBeNull()
  expect(agentOfCall({ ...call, callId: 'x', args: { resume: id('a') } }, runs)).toBe(runs[0])
})
