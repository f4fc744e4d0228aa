import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { AgentId, ContextId, EventId, Millis, ModelRef, PlanId, RunId, SessionId } from '../ids.ts'
import { ReasoningEffort } from '../model/model.ts'
import { Usage } from '../session/message.ts'
import { CallRef } from './call-ref.ts'
import { RunBounds } from './run-bounds.ts'
import { TurnPool } from './turn-pool.ts'

export const RunStatus = z.enum([
  'pending',
  'running',
  'awaiting_user',
  'paused',
  'completed',
  'failed',
  'cancelled',
])
export type RunStatus = z.infer<typeof RunStatus>

export const RunKind = z.enum(['chat', 'workflow', 'step', 'child', 'detached', 'system'])
export type RunKind = z.infer<typeof RunKind>

/** Data of a run when it is registered, before the start. */
export const RunSpec = z.strictObject({
  kind: RunKind,
  contextId: ContextId,
  agentId: AgentId,
  model: ModelRef,
  parentRunId: z.exactOptional(RunId),
  planId: z.exactOptional(PlanId),
  stepIndex: z.exactOptional(z.number()),
  retryOf: z.exactOptional(RunId),
  inputEventId: z.exactOptional(EventId),
  /** The person wants a goal reached, and has accepted beforehand whatever plan is made for it. */
  goal: z.exactOptional(z.literal(true)),
  /** The spend limit of the turn with all its agents and workflows. */
  pool: z.exactOptional(TurnPool),
  /** The turn limit of this run and the form of its answer. Missing: those of the agent count, and it ends with text. */
  bounds: z.exactOptional(RunBounds.omit({ maxUsd: true })),
  /** The effort of this turn, as named before its message. It wins over the agent's and the chat's. */
  effort: z.exactOptional(ReasoningEffort),
  /** The call that resumed an agent after earlier work. */
  resumedBy: z.exactOptional(CallRef),
})
export type RunSpec = z.infer<typeof RunSpec>

/** One row of `runs`: the fold of a run's states, turns and costs. */
export const RunRecord = z.strictObject({
  ...RunSpec.shape,
  runId: RunId,
  sessionId: SessionId,
  status: RunStatus,
  reason: z.exactOptional(z.string()),
  error: z.exactOptional(AppErrorData),
  createdAt: Millis,
  /** When it began to work. Missing: it has waited for its place ever since it was registered. */
  startedAt: z.exactOptional(Millis),
  endedAt: z.exactOptional(Millis),
  usage: Usage,
  /** The part of `usage` that models other than its own had, because they stood in for it. */
  usageOfOthers: z.exactOptional(z.record(z.string(), Usage)),
  childrenUsage: Usage,
  /** Time spent waiting for the person or a slot since the start, and the start of the current wait. */
  waitedMs: z.exactOptional(Millis),
  waitsSince: z.exactOptional(Millis),
  llmMs: Millis,
  toolMs: Millis,
  turns: z.number(),
})
export type RunRecord = z.infer<typeof RunRecord>
