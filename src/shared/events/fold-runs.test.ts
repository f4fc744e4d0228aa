import { expect, it } from 'vitest'
import type { RunRecord, RunSpec, RunStatus } from '../run/run.ts'
import { workedMs } from '../run/worked.ts'
import type { DurableEventOf } from './event.ts'
import { foldRuns } from './fold-runs.ts'

const runId = 'run_0000000001' as RunRecord['runId']
const spec = {
  kind: 'child',
  contextId: 'ctx_0000000001',
  agentId: 'general',
  model: 'test/scripted',
} as RunSpec

/** A run that came to these states at these moments. */
const runOf = (...states: readonly (readonly [at: number, to: RunStatus])[]): RunRecord => {
  const folded = states.reduce<Readonly<Record<RunRecord['runId'], RunRecord>>>((runs, [ts, to], index) => {
    const payload = { runId, from: null, to, ...(index === 0 ? { spec } : {}) }
    return foldRuns(runs, {
      kind: 'run.status',
      ts,
      sessionId: 'ses_1',
      payload,
    } as DurableEventOf<'run.status'>)
  }, {})
  const run = folded[runId]
  if (run === undefined) throw new Error('There is no run.')
  return run
}

it('begins when it has its place, not when it is registered', () => {
  const waits = runOf([1_000, 'pending'])
  expect([waits.startedAt, workedMs([waits], 9_000)]).toEqual([undefined, 0])
  const works = runOf([1_000, 'pending'], [6_000, 'running'])
  expect([works.startedAt, workedMs([works], 9_000)]).toEqual([6_000, 3_000])
})

it('stands still while it waits for a place again, and for the person', () => {
  const run = runOf([0, 'pending'], [0, 'running'], [1_000, 'pending'], [5_000, 'running'])
  expect([run.waitedMs, workedMs([run], 7_000)]).toEqual([4_000, 3_000])
  const asks = runOf([0, 'pending'], [0, 'running'], [1_000, 'awaiting_user'])
  expect([asks.waitsSince, workedMs([asks], 7_000)]).toEqual([1_000, 1_000])
})

it('has not worked when it is stopped before it has a place', () => {
  expect(workedMs([runOf([0, 'pending'], [5_000, 'cancelled'])], 9_000)).toBe(0)
})
