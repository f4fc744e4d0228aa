import { expect, it } from 'vitest'
import { WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { timeLeft } from './time-left.ts'

const id = (number: number) => WorkflowRunId.parse(`wfr_0000000${number}`)
const earlier = (took: number, more: Partial<WorkflowRunListing> = {}) =>
  ({
    id: id(2),
    name: 'audit',
    state: 'done',
    attempt: 1,
    forkOf: null,
    createdAt: 1_000,
    updatedAt: 9,
    endedAt: 1_000 + took,
    ...more,
  }) as WorkflowRunListing
const run = { id: id(1), name: 'audit', forkOf: null }

it('says how long the middle one of the earlier runs took, less what is over', () => {
  expect(timeLeft(run, [earlier(900), earlier(60), earlier(500)], 200)).toBe(300)
})

it('says nothing where nothing is known', () => {
  const others = [
    earlier(900, { name: 'other' }),
    earlier(900, { state: 'stopped' }),
    earlier(900, { attempt: 2 }),
    earlier(900, { forkOf: id(3) }),
    earlier(900, { id: run.id }),
  ]
  expect(timeLeft(run, others, 0)).toBeNull()
})

it('says nothing of a run that takes longer than others did, and of a fork', () => {
  expect(timeLeft(run, [earlier(900)], 900)).toBeNull()
  expect(timeLeft({ ...run, forkOf: id(2) }, [earlier(900)], 0)).toBeNull()
})
