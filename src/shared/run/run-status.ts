import type { RunStatus } from './run.ts'

/** Allowed transitions of a run. Terminal states have no successor. A `pending` run waits for its slot. */
export const RUN_NEXT: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  pending: ['running', 'failed', 'cancelled'],
  running: ['pending', 'awaiting_user', 'paused', 'completed', 'failed', 'cancelled'],
  awaiting_user: ['running', 'failed', 'cancelled'],
  paused: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** Whether a state is final. */
export function isTerminal(status: RunStatus): boolean {
  return RUN_NEXT[status].length === 0
}
