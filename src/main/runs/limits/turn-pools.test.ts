import { expect, it } from 'vitest'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Usage } from '#shared/session/message.ts'
import { sampleInfo } from '../../../../test/support/protocols/model-samples.ts'
import type { Model, ModelRequest } from '../../models/model.ts'
import { createTurnPools, type StoredRequest } from './turn-pools.ts'

const INFO: ModelInfo = { ...sampleInfo(), inputPrice: 0, outputPrice: 100 }
const run = (sessionId: string, runId: string) => ({
  sessionId: sessionId as SessionId,
  runId: runId as RunId,
})

/** A chat whose run has a pool, an agent of that run, and an agent of a workflow that was launched meanwhile. */
function open(pool: object, stored: readonly StoredRequest[] = []) {
  let raised: object | undefined
  const top = { ...run('ses_chat', 'run_top'), kind: 'chat', createdAt: 100, pool }
  const again = { ...run('ses_chat', 'run_again'), kind: 'chat', createdAt: 300, retryOf: 'run_top' }
  const later = { ...run('ses_chat', 'run_later'), kind: 'chat', createdAt: 400 }
  const folds = (id: SessionId) => {
    const session = (kind: string, parentSessionId: string | null, createdAt = 0) => ({
      kind,
      parentSessionId,
      createdAt,
      meta: raised === undefined ? {} : { pool: raised },
    })
    const child = (runId: string, parentRunId: string) => ({
      [runId]: { ...run(id, runId), kind: 'child', createdAt: 150, parentRunId },
    })
    if (id === 'ses_chat') {
      const runs = { run_top: { ...top, endedAt: 250 }, run_again: again, run_later: later }
      return { session: session('chat', null), runs }
    }
    if (id === 'ses_flow') return { session: session('workflow', 'ses_chat', 200), runs: {} }
    if (id === 'ses_worker')
      return { session: session('child', 'ses_flow'), runs: child('run_w', 'run_flow') }
    return { session: session('child', 'ses_chat'), runs: child('run_agent', 'run_top') }
  }
  const pools = createTurnPools({ log: { folds: folds as never }, requestsOf: () => stored })
  const asked: ModelRequest[] = []
  const answering = (usage: Usage): Model['stream'] =>
    async function* (request) {
      asked.push(request)
      yield { t: 'text', block: 0, text: 'Hi' }
      yield { t: 'end', stop: 'stop', usage }
    }
  return {
    pools,
    asked,
    raise: (to: object) => {
      raised = to
    },
    ask: async (of: ReturnType<typeof run>, dollars: number, reserveOutput = 1_000) => {
      const usage = { input: 0, output: dollars * 10_000, cost: { estimated: dollars } }
      const stream = pools.through(of, INFO, answering(usage))
      const request = { model: INFO, system: '', messages: [], tools: [], reserveOutput } as never
      for await (const chunk of stream(request, new AbortController().signal)) void chunk
    },
    reached: () => pools.reachedBy({ sessionId: 'ses_agent' as SessionId })?.name ?? null,
  }
}

it('counts a chat, its agents and its workflows in one pool, and pauses them all at its limit', async () => {
  const { ask, reached, pools, asked } = open({ tokens: null, usd: 2 })
  await ask(run('ses_chat', 'run_top'), 0.5)
  await ask(run('ses_agent', 'run_agent'), 1)
  expect(reached()).toBeNull()
  await ask(run('ses_worker', 'run_w'), 0.5)
  expect(reached()).toBe('pool.costReached')
  await expect(ask(run('ses_worker', 'run_w'), 1)).rejects.toThrow(/limit is \$2\.00/)
  expect(() => pools.of(run('ses_chat', 'run_top'))?.check({} as never)).toThrow(/cost \$2\.00/)
  expect(asked).toHaveLength(3)
})

it('goes on once it is raised, and the run that takes the turn up keeps the pool', async () => {
  const { ask, raise, reached } = open({ tokens: null, usd: 1 })
  await ask(run('ses_chat', 'run_top'), 1)
  await expect(ask(run('ses_chat', 'run_again'), 1)).rejects.toThrow(/Raise the limit/)
  raise({ runId: 'run_top', tokens: null, usd: 2 })
  await ask(run('ses_chat', 'run_again'), 1)
  expect(reached()).toBe('pool.costReached')
})

it('holds for no later message', async () => {
  const { ask, pools, asked } = open({ tokens: null, usd: 1 })
  await ask(run('ses_chat', 'run_top'), 1)
  expect(pools.of(run('ses_chat', 'run_later'))).toBeNull()
  await ask(run('ses_chat', 'run_later'), 5)
  expect(asked).toHaveLength(2)
})

it('asks for no longer answer than is left', async () => {
  const { ask, asked } = open({ tokens: 5_000, usd: null })
  await ask(run('ses_chat', 'run_top'), 0.4, 8_000)
  await ask(run('ses_chat', 'run_top'), 0.05, 8_000)
  expect(asked.map(({ reserveOutput }) => reserveOutput)).toEqual([5_000, 1_000])
})

it('knows after a restart what was spent before', async () => {
  const usage = { input: 0, output: 9, cost: { billed: 0.75 } }
  const stored = [
    { ...run('ses_chat', 'run_top'), usage },
    { ...run('ses_worker', 'run_w'), usage },
    { ...run('ses_chat', 'run_later'), usage },
  ]
  const { reached, ask } = open({ tokens: null, usd: 1.5 }, stored)
  expect(reached()).toBe('pool.costReached')
  await expect(ask(run('ses_chat', 'run_top'), 1)).rejects.toThrow(/cost \$1\.50/)
})
