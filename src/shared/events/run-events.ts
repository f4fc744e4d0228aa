import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { EventId, Millis, ModelRef, PlanId, RequestId, RunId } from '../ids.ts'
import { Remember } from '../permission/rule.ts'
import { Plan, Step, StepStatus } from '../plan/plan.ts'
import { RunSpec, RunStatus } from '../run/run.ts'
import { Interaction } from '../session/interactions/interaction.ts'
import { StopReason, Usage } from '../session/message.ts'

/** `spec` is set on the first status of a run only, so that a run can be rebuilt from its events alone. */
export const RunStatusChanged = z.strictObject({
  runId: RunId,
  from: RunStatus.nullable(),
  to: RunStatus,
  spec: z.exactOptional(RunSpec),
  reason: z.exactOptional(z.string()),
  error: z.exactOptional(AppErrorData),
})

/**
 * `model` names who answered when it was not the model of the run. `firstMs` is how long the model took to its first
 * piece of an answer; missing where none came, and in what older versions wrote.
 */
export const TurnEnded = z.strictObject({
  runId: RunId,
  turnIndex: z.number(),
  model: z.exactOptional(ModelRef),
  stop: StopReason,
  usage: Usage,
  durationMs: Millis,
  llmMs: Millis,
  toolMs: Millis,
  firstMs: z.exactOptional(Millis),
})

export const InteractionRequested = Interaction

export const InteractionOutcome = z.enum(['answered', 'approved', 'denied', 'expired'])
export type InteractionOutcome = z.infer<typeof InteractionOutcome>

export const InteractionResolved = z.strictObject({
  requestId: RequestId,
  outcome: InteractionOutcome,
  value: z.exactOptional(z.unknown()),
  remember: z.exactOptional(Remember),
})

export const PlanCreated = z.strictObject({ plan: Plan })

/** The new steps of a plan. Started steps stay as they are. */
export const PlanChanged = z.strictObject({ planId: PlanId, goal: z.string(), steps: z.array(Step) })

export const PlanStepChanged = z.strictObject({
  planId: PlanId,
  index: z.number(),
  from: StepStatus,
  to: StepStatus,
  runId: z.exactOptional(RunId),
  resultEventId: z.exactOptional(EventId),
  error: z.exactOptional(AppErrorData),
})
