import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import type { RunRecord } from './run.ts'
import { workedBy, workedMs, workedSoFar, workedUntil } from './worked.ts'

const waiting = (more: Partial<RunRecord>) => ({ createdAt: 1_000, llmMs: 0, toolMs: 0, ...more })
const run = (more: Partial<RunRecord>) => waiting({ startedAt: 1_000, ...more })

it('adds up runs that work side by side, and goes on with those that have no end', () => {
  const worked = workedBy([run({ endedAt: 5_000 }), run({ startedAt: 3_000 }), run({})], 6_000)
  expect(worked).toEqual({ ms: 4_000 + 3_000 + 5_000, at: 6_000, going: 2 })
  expect(workedUntil(worked, 7_000)).toBe(14_000)
})

it('can be told from the runs alone, and comes to the same', () => {
  const runs = [run({ endedAt: 5_000 }), run({ startedAt: 3_000 }), run({ waitsSince: 2_000 })]
  expect(workedSoFar(runs)).toMatchObject({ at: 5_000, going: 1 })
  expect(workedUntil(workedSoFar(runs), 9_000)).toBe(workedMs(runs, 9_000))
})

it('stands still while a run waits for the person, and never counts that', () => {
  const waits = workedBy([run({ waitsSince: 4_000, waitedMs: 500 })], 9_000)
  expect([waits, workedUntil(waits, 60_000)]).toEqual([{ ms: 2_500, at: 9_000, going: 0 }, 2_500])
  expect(workedMs([run({ endedAt: 9_000, waitedMs: 5_000 })], 9_000)).toBe(3_000)
})

it('counts nothing of a run that has not begun, also when it ended while it waited for its place', () => {
  const worked = workedBy([waiting({}), waiting({ endedAt: 9_000 }), run({ startedAt: 8_000 })], 9_000)
  expect(worked).toEqual({ ms: 1_000, at: 9_000, going: 1 })
})

it('does not count the time the app was closed', () => {
  const error = AppError.quoting('run.abandoned', 'It was closed.').toData()
  expect(workedMs([run({ endedAt: 90_000_000, llmMs: 2_000, toolMs: 700, error })], 95_000_000)).toBe(2_700)
})
