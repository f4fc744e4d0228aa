import { z } from 'zod'
import {
  DURABLE_PAYLOADS,
  type DurableKind,
  type DurablePayload,
  type NewDurableEvent,
} from '#shared/events/event.ts'
import { ContextId, EventId, Millis, RunId, SessionId } from '#shared/ids.ts'
import type { FreshIds } from './fresh-ids.ts'

const EventLine = z.object({
  id: EventId,
  ts: Millis,
  kind: z.string(),
  payload: z.unknown(),
  sessionId: z.exactOptional(SessionId),
  contextId: z.exactOptional(ContextId),
  runId: z.exactOptional(RunId),
  turnIndex: z.exactOptional(z.number()),
})
type EventLine = z.infer<typeof EventLine>

/** Events that a chat never has. Excluded so that a file cannot fake a workflow run. */
const OF_WORKFLOWS = /^workflow\./

/** The events of one log of a file, with ids of their own; the first is the one that made it. */
export type LogTaken = {
  readonly created: DurablePayload<'session.created'>
  readonly events: readonly NewDurableEvent[]
  /** The id of the log in the file; null if missing. */
  readonly oldId: SessionId | null
}

/** Reads one log of a file, line by line. `belongsTo`: a run of another log, of which nothing may be said in this one. */
export function createLogReader(ids: FreshIds, belongsTo: RunId | null = null) {
  const known = new Set<EventId>()
  const runs = new Set<RunId>()
  const events: NewDurableEvent[] = []
  let created: DurablePayload<'session.created'> | null = null
  let oldId: SessionId | null = null

  return {
    ids,
    /** Returns the id of the log in the file; null if missing. */
    oldId: (): SessionId | null => oldId,
    /** True for a run, by its name in the file, that began in this log. */
    hasRun: (runId: RunId): boolean => runs.has(runId),
    /** False for what is no event of this log. */
    take: (json: unknown): boolean => {
      const line = EventLine.safeParse(json)
      if (!line.success || known.has(line.data.id)) return false
      const event = readable(line.data, ids)
      if (event === null || !isPlaced(line.data, known)) return false
      if (event.kind === 'run.status') {
        const { runId } = Run.parse(line.data.payload)
        if (runId === belongsTo) return false
        runs.add(runId)
      }
      known.add(line.data.id)
      if (event.kind !== 'session.created') {
        events.push(event)
        return true
      }
      if (created !== null) return false
      created = event.payload
      oldId = line.data.sessionId ?? null
      return true
    },
    /** Null when the file does not say how the log began. */
    end: (): LogTaken | null => (created === null ? null : { created, events, oldId }),
  }
}

export type LogReader = ReturnType<typeof createLogReader>

const Run = z.object({ runId: RunId })

function readable(line: EventLine, ids: FreshIds): NewDurableEvent | null {
  if (!Object.hasOwn(DURABLE_PAYLOADS, line.kind) || OF_WORKFLOWS.test(line.kind)) return null
  const kind = line.kind as DurableKind
  const payload = DURABLE_PAYLOADS[kind].safeParse(ids.inside(line.payload))
  if (!payload.success) return null
  return {
    kind,
    payload: payload.data,
    id: EventId.parse(ids.of(line.id)),
    at: line.ts,
    // Usage was counted where the request was sent.
    ...(kind === 'turn.ended' ? { copiedFrom: line.id } : {}),
    ...(line.contextId === undefined ? {} : { contextId: ContextId.parse(ids.of(line.contextId)) }),
    ...(line.runId === undefined ? {} : { runId: RunId.parse(ids.of(line.runId)) }),
    ...(line.turnIndex === undefined ? {} : { turnIndex: line.turnIndex }),
  } as NewDurableEvent
}

const Move = z.object({ to: EventId.nullable() })

/** A move to an event that was not taken would leave the chat empty. */
function isPlaced(line: EventLine, known: ReadonlySet<EventId>): boolean {
  if (line.kind !== 'leaf.moved') return true
  const move = Move.safeParse(line.payload)
  return move.success && (move.data.to === null || known.has(move.data.to))
}
