import { z } from 'zod'
import { ContextBreakdown, TraceRow } from '../context/trace.ts'
import { AppErrorData } from '../error-data.ts'
import { CallId, EventId, Millis, ModelRef, RunId } from '../ids.ts'
import { ReasoningEffort } from '../model/model.ts'

export const DeltaChannel = z.enum(['text', 'reasoning', 'tool_args'])
export type DeltaChannel = z.infer<typeof DeltaChannel>

export const TurnStarted = z.strictObject({ runId: RunId, turnIndex: z.number() })

/**
 * Announces the id under which the finished message will be stored. A `summary` is only shown: when it is whole it is
 * discarded, and what is stored is the compaction made of it.
 */
export const MessageStarted = z.strictObject({
  eventId: EventId,
  parentId: EventId.nullable(),
  role: z.enum(['assistant', 'summary']),
  model: z.exactOptional(ModelRef),
})

/** `offset` is the length of the block before this text, in UTF-16 units: repeats are dropped, holes seen. */
export const MessageDelta = z.strictObject({
  eventId: EventId,
  channel: DeltaChannel,
  block: z.number(),
  offset: z.number(),
  text: z.string(),
  callId: z.exactOptional(CallId),
  toolName: z.exactOptional(z.string()),
})

export const MessageDiscarded = z.strictObject({
  eventId: EventId,
  reason: z.enum(['user_cancel', 'error', 'empty']),
})

/** `eventId` is the id under which the tool's answer will be stored. */
export const ToolStarted = z.strictObject({
  eventId: EventId,
  callId: CallId,
  toolName: z.string(),
  args: z.unknown(),
})

/** `text` is appended to what the tool printed so far; `replace` gives the whole instead. */
export const ToolProgress = z.strictObject({
  eventId: EventId,
  callId: CallId,
  text: z.exactOptional(z.string()),
  replace: z.exactOptional(z.string()),
})

export const ToolEnded = z.strictObject({
  eventId: EventId,
  callId: CallId,
  toolName: z.string(),
  durationMs: Millis,
  isError: z.boolean(),
})

export const RequestRetry = z.strictObject({
  attempt: z.number(),
  delayMs: Millis,
  error: AppErrorData,
})

/** A server on this machine loads the model of a run; null once it is over, however it ended. */
export const ModelLoading = z.strictObject({ label: z.string().nullable() })

export const ContextTrace = z.strictObject({
  rows: z.array(TraceRow),
  breakdown: ContextBreakdown,
  /** The effort that the request names; null for none. */
  effort: ReasoningEffort.nullable(),
})
