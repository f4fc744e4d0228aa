import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { SpendLimits, SpendState } from '#shared/usage/usage-report.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { createSpendLimits } from './spend-limits.ts'

const NONE: SpendLimits = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }

function open(limits: Partial<SpendLimits>) {
  let state: SpendState = {
    limits: { ...NONE, ...limits },
    day: '2026-11-27',
    today: 0,
    month: 0,
    hasUnpriced: false,
  }
  const told: NewDurableEvent[] = []
  const run = {
    sessionId: 'ses_1',
    publish: (events: NewDurableEvent[]) => void told.push(...events),
  } as unknown as RunHandle
  let ofProject: SpendState = { ...state, limits: NONE }
  const watch = createSpendLimits({
    spent: (id) => (id === null ? state : ofProject),
    payerOf: () => ({ id: 'prj_1' as ProjectId, name: 'ledger' }),
  })
  return {
    watch,
    words: () => told.map((event) => (event.kind === 'harness.item' ? event.payload.content : '')),
    at: (next: Partial<SpendState>) => {
      state = { ...state, ...next }
      try {
        watch.of(run)?.check(run)
        return null
      } catch (error) {
        if (error instanceof AppError) return error.said?.map(({ name }) => name)
        throw error
      }
    },
    run,
    project: (next: Partial<SpendState>) => {
      ofProject = { ...ofProject, ...next }
    },
  }
}

it('watches nothing where no limit is set', () => {
  expect(open({}).watch.of(open({}).run)).toBeNull()
})

it('warns once a day and pauses at the stop limit', () => {
  const { at, words } = open({ warnPerDay: 8, stopPerDay: 10 })
  expect([at({ today: 7.9 }), at({ today: 8 }), at({ today: 9 })]).toEqual([null, null, null])
  expect(words()).toEqual(['Everything together has cost $8.00 today. The daily warning is at $8.00.'])
  expect(at({ today: 10 })).toEqual(['day.costReached'])
  expect(at({ day: '2026-11-28', today: 8.5 })).toBeNull()
  expect(words()).toHaveLength(2)
})

it('pauses at the limit of the month on a day that cost little', () => {
  const { at, watch, run } = open({ stopPerDay: 10, stopPerMonth: 150 })
  expect(at({ today: 1, month: 150 })).toEqual(['month.costReached'])
  expect(watch.reachedBy(run)?.name).toBe('month.costReached')
})

it('warns and pauses at the limits of the project, with its name', () => {
  const { at, words, project } = open({})
  project({ limits: { ...NONE, warnPerDay: 1, stopPerMonth: 9 }, today: 1, month: 2 })
  expect(at({})).toBeNull()
  expect(words()).toEqual(['The project “ledger” has cost $1.00 today. Its daily warning is at $1.00.'])
  project({ month: 9 })
  expect(at({})).toEqual(['projectMonth.costReached'])
})
