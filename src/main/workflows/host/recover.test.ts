import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import { createWorkflows } from './workflows.ts'

it('lets the app start although a run cannot be marked, because the disk is full', () => {
  const told: string[] = []
  const full = () => {
    throw AppError.quoting('db.full', 'The disk is full.')
  }
  const session = { meta: { activeContextId: 'ctx_00000001' } }
  const workflows = createWorkflows({
    rows: {
      announcements: () => [],
      live: () => [{ id: 'wfr_00000001', sessionId: 'ses_00000001', tokens: 0, updatedAt: 1 }],
    },
    log: { folds: () => ({ session }), publish: full },
    clock: { now: () => 2 },
    usedBefore: () => NO_COST,
    logger: { error: (text: string) => told.push(text) },
  } as never)
  expect([workflows.recover(), told]).toEqual([[], ['A workflow run could not be marked as interrupted']])
})
