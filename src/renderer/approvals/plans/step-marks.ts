import type { StepStatus } from '#shared/plan/plan.ts'
import type { MarkState } from '../../ui/controls/Mark.tsx'

/** The mark of each step status. */
export const STEP_MARKS: Readonly<Record<StepStatus, MarkState>> = {
  pending: 'pend',
  running: 'run',
  completed: 'done',
  failed: 'fail',
  skipped: 'stop',
}
