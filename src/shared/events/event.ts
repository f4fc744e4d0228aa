import { z } from 'zod'
import { ATTEMPT_PAYLOADS } from '../attempts/attempt-events.ts'
import { HarnessItem } from '../context/harness-item.ts'
import { ClientId, ContextId, type EventId, Millis, RunId, SessionId } from '../ids.ts'
import { JobRecord } from '../process/job.ts'
import { WORKFLOW_PAYLOADS } from '../workflow/workflow-events.ts'
import * as live from './live-events.ts'
import * as message from './message-events.ts'
import * as run from './run-events.ts'
import * as session from './session-events.ts'

/** Facts that change state. They are stored, numbered and never edited. */
export const DURABLE_PAYLOADS = {
  'session.created': session.SessionCreated,
  'session.meta': session.SessionMetaChanged,
  'instructions.snapshot': session.InstructionsTaken,
  'context.status': session.ContextStatusChanged,
  message: message.MessageStored,
  'harness.item': HarnessItem,
  compact: message.Compacted,
  'exchange.snipped': message.ExchangeNamed,
  'exchange.restored': message.ExchangeNamed,
  'leaf.moved': session.LeafMoved,
  'restore.begun': session.RestoreBegun,
  'restore.ended': session.RestoreEnded,
  'run.status': run.RunStatusChanged,
  'turn.ended': run.TurnEnded,
  'interaction.requested': run.InteractionRequested,
  'interaction.resolved': run.InteractionResolved,
  'plan.created': run.PlanCreated,
  'plan.changed': run.PlanChanged,
  'plan.step': run.PlanStepChanged,
  'queue.changed': session.QueueChanged,
  'note.changed': session.NoteChanged,
  'side.answered': session.SideAnswered,
  /** The whole record each time: a start, a port, an end. */
  'job.changed': JobRecord,
  'ext.data': session.ExtensionData,
  audit: session.Audit,
  ...WORKFLOW_PAYLOADS,
  ...ATTEMPT_PAYLOADS,
} as const

/** Reports of progress. They are sent and never stored; a stored fact replaces them. */
export const LIVE_PAYLOADS = {
  'turn.started': live.TurnStarted,
  'message.start': live.MessageStarted,
  'message.delta': live.MessageDelta,
  'message.discarded': live.MessageDiscarded,
  'tool.started': live.ToolStarted,
  'tool.progress': live.ToolProgress,
  'tool.ended': live.ToolEnded,
  'request.retry': live.RequestRetry,
  'model.loading': live.ModelLoading,
  'context.trace': live.ContextTrace,
} as const

export type DurableKind = keyof typeof DURABLE_PAYLOADS
export type LiveKind = keyof typeof LIVE_PAYLOADS
export type EventKind = DurableKind | LiveKind
export type DurablePayload<K extends DurableKind> = z.infer<(typeof DURABLE_PAYLOADS)[K]>
export type LivePayload<K extends LiveKind> = z.infer<(typeof LIVE_PAYLOADS)[K]>

/** Fields of every event. `seq` is one series per session over both tiers; `ts` is epoch milliseconds. */
export const EventBase = z.strictObject({
  v: z.literal(1),
  sessionId: SessionId,
  seq: z.number(),
  ts: Millis,
  clientId: ClientId,
  contextId: z.exactOptional(ContextId),
  runId: z.exactOptional(RunId),
  turnIndex: z.exactOptional(z.number()),
})
export type EventBase = z.infer<typeof EventBase>

export type DurableEventOf<K extends DurableKind> = EventBase & {
  tier: 'durable'
  id: EventId
  parentId: EventId | null
  kind: K
  payload: DurablePayload<K>
}
export type LiveEventOf<K extends LiveKind> = EventBase & {
  tier: 'live'
  kind: K
  payload: LivePayload<K>
}
export type DurableEvent = { [K in DurableKind]: DurableEventOf<K> }[DurableKind]
export type LiveEvent = { [K in LiveKind]: LiveEventOf<K> }[LiveKind]
export type SessionEvent = DurableEvent | LiveEvent

/** A durable event before the log gives it a number, a time and a place in the tree. */
export type NewDurableEvent = {
  [K in DurableKind]: {
    kind: K
    payload: DurablePayload<K>
    id?: EventId
    contextId?: ContextId
    runId?: RunId
    turnIndex?: number
    /** When it happened, for an event that is copied or imported; now unless given. */
    at?: Millis
    /** The event this one is a copy of. */
    copiedFrom?: EventId
  }
}[DurableKind]

/** A live event before the bus numbers it. */
export type NewLiveEvent = {
  [K in LiveKind]: {
    kind: K
    payload: LivePayload<K>
    contextId?: ContextId
    runId?: RunId
    turnIndex?: number
  }
}[LiveKind]
