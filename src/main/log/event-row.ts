import { DURABLE_PAYLOADS, type DurableEvent, type DurableKind } from '#shared/events/event.ts'
import type { ClientId, ContextId, EventId, RunId, SessionId } from '#shared/ids.ts'

/** One row of `events`. */
export type EventRow = {
  readonly id: string
  readonly session_id: string
  readonly seq: number
  readonly parent_id: string | null
  readonly context_id: string | null
  readonly run_id: string | null
  readonly turn_index: number | null
  readonly kind: string
  readonly ts: number
  readonly client_id: string
  readonly v: number
  readonly payload: string
  readonly copied_from: string | null
}

/** The values of a row in the order of `insertEvent`. Names would be looked up with each write. */
export function valuesOf(row: EventRow): EventValues {
  const { id, session_id, seq, parent_id, context_id, run_id, turn_index } = row
  const { kind, ts, client_id, v, payload, copied_from } = row
  const place: PlaceValues = [parent_id, context_id, run_id, turn_index]
  return [id, session_id, seq, ...place, kind, ts, client_id, v, payload, copied_from]
}

type PlaceValues = [parent: string | null, context: string | null, run: string | null, turn: number | null]
type KindValues = [kind: string, ts: number, clientId: string, v: number]
export type EventValues = [
  ...[id: string, sessionId: string, seq: number],
  ...PlaceValues,
  ...KindValues,
  ...[payload: string, copiedFrom: string | null],
]

export function rowOf(event: DurableEvent, copiedFrom: EventId | null): EventRow {
  return {
    id: event.id,
    session_id: event.sessionId,
    seq: event.seq,
    parent_id: event.parentId,
    context_id: event.contextId ?? null,
    run_id: event.runId ?? null,
    turn_index: event.turnIndex ?? null,
    kind: event.kind,
    ts: event.ts,
    client_id: event.clientId,
    v: event.v,
    payload: JSON.stringify(event.payload),
    copied_from: copiedFrom,
  }
}

/**
 * The event a row holds, or null for a row this version cannot read: a kind of a later version, or damage. Such
 * a row stays in the log and is passed over.
 */
export function eventOf(row: EventRow): DurableEvent | null {
  if (!Object.hasOwn(DURABLE_PAYLOADS, row.kind)) return null
  const kind = row.kind as DurableKind
  const payload = DURABLE_PAYLOADS[kind].safeParse(jsonOf(row.payload))
  if (!payload.success) return null
  return {
    v: 1,
    tier: 'durable',
    id: row.id as EventId,
    sessionId: row.session_id as SessionId,
    seq: row.seq,
    ts: row.ts,
    clientId: row.client_id as ClientId,
    parentId: row.parent_id as EventId | null,
    kind,
    payload: payload.data,
    ...(row.context_id === null ? {} : { contextId: row.context_id as ContextId }),
    ...(row.run_id === null ? {} : { runId: row.run_id as RunId }),
    ...(row.turn_index === null ? {} : { turnIndex: row.turn_index }),
  } as DurableEvent
}

/** The value a JSON column holds; undefined, which no schema takes for an object, when it is damaged. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
