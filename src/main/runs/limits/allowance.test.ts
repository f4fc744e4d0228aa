import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { createAllowance, type Limits } from './allowance.ts'

function open(limits: Partial<Limits>) {
  let now = 0
  let cost: number | null = 0
  let record: Partial<RunRecord> = { createdAt: 0, startedAt: 0 }
  const told: NewDurableEvent[] = []
  const run = {
    record: () => record,
    publish: (events: NewDurableEvent[]) => void told.push(...events),
  } as unknown as RunHandle
  const allowance = createAllowance({
    limits: { maxCost: null, maxMinutes: null, warnAt: 0.8, ...limits },
    costOf: () => cost,
    now: () => now,
  })
  return {
    allowance,
    words: () => told.map((event) => (event.kind === 'harness.item' ? event.payload.content : '')),
    /** Returns the outcome for a run with this usage. */
    at: (more: { minutes?: number; cost?: number | null; waitedMs?: number }) => {
      now = (more.minutes ?? 0) * 60_000
      if (more.cost !== undefined) cost = more.cost
      record = { ...record, waitedMs: more.waitedMs ?? 0 }
      try {
        allowance?.check(run)
        return null
      } catch (error) {
        if (error instanceof AppError) return [error.code, error.message]
        throw error
      }
    },
  }
}

it('is none where nothing is limited', () => {
  expect(open({}).allowance).toBeNull()
})

it('warns once when the cost comes near, and pauses the run when it is reached', () => {
  const { at, words } = open({ maxCost: 1 })
  expect([at({ cost: 0.5 }), at({ cost: 0.8 }), at({ cost: 0.9 })]).toEqual([null, null, null])
  expect(words()).toEqual(['This run has cost $0.80 of at most $1.00.'])
  expect(at({ cost: 1.2 })).toEqual(['limit.exceeded', expect.stringMatching(/paused: it has cost \$1\.20/)])
})

it('says that nobody watches a cost that is not known', () => {
  const { at, words } = open({ maxCost: 1 })
  expect([at({ cost: null }), at({ cost: null })]).toEqual([null, null])
  expect(words()).toEqual([expect.stringMatching(/the price of its model is not known/)])
})

it('counts the time of work, and not the time it waited for the person', () => {
  const { at, words } = open({ maxMinutes: 10, warnAt: 0.5 })
  expect(at({ minutes: 60, waitedMs: 56 * 60_000 })).toBeNull()
  expect(words()).toEqual([])
  expect(at({ minutes: 60, waitedMs: 54 * 60_000 })).toBeNull()
  expect(words()).toEqual(['This run has worked for 6 of at most 10 minutes.'])
  expect(at({ minutes: 60 })).toEqual(['limit.exceeded', expect.stringMatching(/after 60 minutes of work/)])
})
