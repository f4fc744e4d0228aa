import { z } from 'zod'
import { AppErrorData } from '../errors.ts'
import { AgentId, EventId, PlanId, RunId } from '../ids.ts'

export const StepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped'])
export type StepStatus = z.infer<typeof StepStatus>

/** Which state of a step may follow which. What is over stays as it ended: doing it again is a new plan. */
const STEP_NEXT: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ['running', 'completed', 'failed', 'skipped'],
  running: ['completed', 'failed', 'skipped'],
  completed: [],
  failed: [],
  skipped: [],
}

/** True when a step may go from one state to the other. */
export function mayFollow(from: StepStatus, to: StepStatus): boolean {
  return STEP_NEXT[from].includes(to)
}

/** True for a state that is never left again. */
export function isOver(status: StepStatus): boolean {
  return STEP_NEXT[status].length === 0
}

export const Step = z.strictObject({
  index: z.number(),
  title: z.string(),
  agentId: z.exactOptional(AgentId),
  dependsOn: z.exactOptional(z.array(z.number())),
  status: StepStatus,
  runId: z.exactOptional(RunId),
  /** The plans before this one in which it was begun and not done: who did it there may go on with it. */
  begunIn: z.exactOptional(z.array(PlanId)),
  resultEventId: z.exactOptional(EventId),
  error: z.exactOptional(AppErrorData),
})
export type Step = z.infer<typeof Step>

/**
 * A goal cut into steps, in the order of the list; `index` is the name a step keeps wherever it is moved, and what others
 * wait for. A `todo` plan is the model's own list and starts no runs. `retryOf` names the plan this one takes the place
 * of. `revision` counts how often it was changed while it was carried out.
 */
export const Plan = z.strictObject({
  id: PlanId,
  source: z.enum(['planner', 'user', 'todo', 'workflow']),
  goal: z.string(),
  retryOf: z.exactOptional(PlanId),
  revision: z.exactOptional(z.number()),
  steps: z.array(Step),
})
export type Plan = z.infer<typeof Plan>

/** The plan that is being followed: one the person has accepted and that is not done, otherwise the newest. */
export function currentPlan(plans: Readonly<Record<string, Plan>>): Plan | null {
  const all = Object.values(plans)
  const followed = all.findLast((plan) => plan.source !== 'todo' && !plan.steps.every(isDone))
  return followed ?? all.at(-1) ?? null
}

/** True for a step that needs no more doing; one that failed can be tried again. */
export function isDone({ status }: Step): boolean {
  return status === 'completed' || status === 'skipped'
}

/** True when nothing of it is left to do. */
export function isPlanOver({ steps }: Plan): boolean {
  return steps.every(({ status }) => isOver(status))
}
