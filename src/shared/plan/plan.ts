import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { AgentId, EventId, PlanId, RunId } from '../ids.ts'

export const StepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped'])
export type StepStatus = z.infer<typeof StepStatus>

export const Step = z.strictObject({
  index: z.number(),
  title: z.string(),
  agentId: z.exactOptional(AgentId),
  dependsOn: z.exactOptional(z.array(z.number())),
  status: StepStatus,
  runId: z.exactOptional(RunId),
  /** Earlier plans in which this step was started but not finished. Its agent there may continue it. */
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
