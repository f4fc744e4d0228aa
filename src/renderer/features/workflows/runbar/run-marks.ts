import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { MarkState } from '../../../ui/Mark.tsx'

/** The mark of a run. The word beside it is exact where shapes are shared. */
export const RUN_MARKS: Readonly<Record<WorkflowState, MarkState>> = {
  running: 'run',
  paused: 'pause',
  interrupted: 'pause',
  stopped: 'stop',
  failed: 'fail',
  done: 'done',
}
