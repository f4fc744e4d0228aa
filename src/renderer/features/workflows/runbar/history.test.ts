import { expect, it } from 'vitest'
import { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { withinDays } from './history.ts'

const run = (nth: number, createdAt = 0) =>
  WorkflowRunListing.parse({
    id: `wfr_0000000${nth}`,
    sessionId: 'ses_00000001',
    projectId: 'prj_00000001',
    launcherSessionId: null,
    name: 'tale',
    description: '',
    state: 'done',
    attempt: 1,
    agentsDone: 0,
    agentsTotal: 0,
    tokens: 0,
    budget: null,
    concurrency: 3,
    usd: null,
    createdAt,
    updatedAt: createdAt,
    endedAt: null,
    forkOf: null,
    error: null,
  })

const HOUR = 3_600_000
// Noon where the person is, so that neither end of the day is near.
const noon = new Date(2_026, 4, 20, 12).getTime()
const midnight = new Date(2_026, 4, 20).getTime()

const kept = (ages: readonly number[], days: 'anyDate' | 'day' | 'week' | 'month') => {
  const { runs, ended } = withinDays(
    ages.map((age, nth) => run(nth, noon - age)),
    days,
    noon,
  )
  return [runs.length, ended]
}

it('takes today for what began since midnight', () => {
  const began = noon - midnight
  expect(kept([HOUR, began, began + 1], 'day')).toEqual([2, true])
})

it.each([
  ['week', 7],
  ['month', 30],
] as const)('takes a %s for %i times 24 hours', (days, count) => {
  expect(kept([HOUR, count * 24 * HOUR, count * 24 * HOUR + 1], days)).toEqual([2, true])
})

it('goes on for as long as nothing is too old', () => {
  expect(kept([HOUR, 2 * HOUR], 'day')).toEqual([2, false])
  expect(kept([HOUR, 4_000 * HOUR], 'anyDate')).toEqual([2, false])
  expect(kept([], 'day')).toEqual([0, false])
})
