import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { MarkState } from '../../../ui/controls/Mark.tsx'

/** The mark of each run state. The adjacent word distinguishes shared shapes. */
export const RUN_MARKS: Readonly<Record<WorkflowState, MarkState>> = {
  running: 'run',
  paused: 'pause',
  interrupted: 'pause',
  stopped: 'stop',
  failed: 'fail',
  done: 'done',
}
