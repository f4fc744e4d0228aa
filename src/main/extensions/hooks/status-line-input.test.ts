import { expect, it } from 'vitest'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import type { PlanLimits } from '#shared/model/plan-limits.ts'
import { statusLineInput } from './status-line-input.ts'

const SESSION = { id: 'ses_1', cwd: '/sea', createdAt: 0, usage: {}, meta: { title: 'Tides', model: 'a/b' } }

const input = (planLimits: PlanLimits | null) =>
  statusLineInput({
    folds: { ...EMPTY_FOLDS, session: SESSION as unknown as SessionFolds['session'] },
    path: [],
    model: null,
    projectPath: null,
    baseBranch: null,
    version: '1.0.0',
    persona: '',
    vimMode: null,
    planLimits,
    now: 1_000,
  })

it('tells how much of the windows of a plan is used, each only where it is known', () => {
  const window = { usedPercent: 12.5, resetsAt: 1_000_600 }
  expect(input({ fiveHour: window, sevenDay: { usedPercent: 3, resetsAt: null } })).toMatchObject({
    rate_limits: {
      five_hour: { used_percentage: 12.5, resets_at: 1_000_600 },
      seven_day: { used_percentage: 3, resets_at: null },
    },
  })
  expect(input({ fiveHour: window, sevenDay: null })?.rate_limits).toEqual({
    five_hour: { used_percentage: 12.5, resets_at: 1_000_600 },
  })
  expect(input({ fiveHour: null, sevenDay: null })).not.toHaveProperty('rate_limits')
  expect(input(null)).not.toHaveProperty('rate_limits')
})

it('leaves out what a chat without an answer does not have', () => {
  expect(input(null)).toMatchObject({
    context_window: { current_usage: null, used_percentage: null, remaining_percentage: null },
  })
})
