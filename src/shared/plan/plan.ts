import { z } from 'zod'
import { AppErrorData } from '../errors.ts'
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
  resultEventId: z.exactOptional(EventId),
  error: z.exactOptional(AppErrorData),
})
export type Step = z.infer<typeof Step>

/** A goal cut into steps. A `todo` plan is the model's own list and starts no runs. */
export const Plan = z.strictObject({
  id: PlanId,
  source: z.enum(['planner', 'user', 'todo', 'workflow']),
  goal: z.string(),
  retryOf: z.exactOptional(PlanId),
  steps: z.array(Step),
})
export type Plan = z.infer<typeof Plan>
