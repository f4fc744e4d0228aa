import type { Plan, Step, StepStatus } from './plan.ts'

/** Allowed transitions of a step. Finished steps stay final; doing one again is a new plan. */
const STEP_NEXT: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ['running', 'completed', 'failed', 'skipped'],
  running: ['completed', 'failed', 'skipped'],
  completed: [],
  failed: [],
  skipped: [],
}

/** Whether a step may change from one state to the other. */
export function mayFollow(from: StepStatus, to: StepStatus): boolean {
  return STEP_NEXT[from].includes(to)
}

/** Whether a state is final. */
export function isOver(status: StepStatus): boolean {
  return STEP_NEXT[status].length === 0
}

/** The plan that is being followed: one the person has accepted and that is not done, otherwise the newest. */
export function currentPlan(plans: Readonly<Record<string, Plan>>): Plan | null {
  const all = Object.values(plans)
  const followed = all.findLast((plan) => plan.source !== 'todo' && !plan.steps.every(isDone))
  return followed ?? all.at(-1) ?? null
}

/** Whether a step is finished; a failed one can be retried. */
export function isDone({ status }: Step): boolean {
  return status === 'completed' || status === 'skipped'
}

/** Whether all steps of a plan are final. */
export function isPlanOver({ steps }: Plan): boolean {
  return steps.every(({ status }) => isOver(status))
}
