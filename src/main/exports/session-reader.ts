import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  DURABLE_PAYLOADS,
  type DurableKind,
  type DurablePayload,
  type NewDurableEvent,
} from '#shared/events/event.ts'
import { ContextId, EventId, Millis, RunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../lib/ids.ts'
import { createFreshIds, type FreshIds } from './fresh-ids.ts'
import { BlobLine, SESSION_FILE_VERSION, SessionFileHead } from './session-lines.ts'

const EventLine = z.object({
  id: EventId,
  ts: Millis,
  kind: z.string(),
  payload: z.unknown(),
  contextId: z.exactOptional(ContextId),
  runId: z.exactOptional(RunId),
  turnIndex: z.exactOptional(z.number()),
})
type EventLine = z.infer<typeof EventLine>

/** What a chat has no events of, so that a file cannot bring a workflow run along that never was. */
const OF_WORKFLOWS = /^workflow\./

type Deps = {
  readonly newId: NewId
  readonly maxEntries: number
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<string>
}

/** The events of a file, with ids of their own; the first is the one that made the chat. */
export type SessionTaken = {
  readonly created: DurablePayload<'session.created'>
  readonly events: readonly NewDurableEvent[]
  readonly skipped: number
  readonly cut: boolean
  /** Attachments the file names and does not hold. */
  readonly leftOut: number
}

/** Reads chats Orrery has written, line by line. */
export function createSessionReader({ newId, maxEntries, putBytes }: Deps) {
  const ids = createFreshIds(newId)
  const known = new Set<EventId>()
  const stored = new Set<string>()
  const events: NewDurableEvent[] = []
  let created: DurablePayload<'session.created'> | null = null
  let [skipped, cut] = [0, false]

  const takeEvent = (json: unknown): boolean => {
    const line = EventLine.safeParse(json)
    if (!line.success || known.has(line.data.id)) return false
    const event = readable(line.data, ids)
    if (event === null || !isPlaced(line.data, known)) return false
    known.add(line.data.id)
    if (event.kind !== 'session.created') {
      events.push(event)
      return true
    }
    if (created !== null) return false
    created = event.payload
    return true
  }

  return {
    take: async (json: unknown): Promise<void> => {
      const head = SessionFileHead.safeParse(json)
      if (head.success) {
        if (head.data.version > SESSION_FILE_VERSION) throw AppError.saying('other', say('file.newer'))
        return
      }
      const blob = BlobLine.safeParse(json)
      if (blob.success) {
        const { id, base64, mime } = blob.data
        const blobId = await putBytes(Buffer.from(base64, 'base64'), mime)
        ids.set(id, blobId)
        stored.add(blobId)
        return
      }
      if (events.length >= maxEntries) cut = true
      else if (!takeEvent(json)) skipped += 1
    },
    skip: (): void => {
      skipped += 1
    },
    /** Null when the file does not say how the chat began. */
    end: (): SessionTaken | null => {
      if (created === null) return null
      const missing = events.flatMap(attachmentsOf).filter((blobId) => !stored.has(blobId))
      return { created, events, skipped, cut, leftOut: new Set(missing).size }
    },
  }
}

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
    ...(line.contextId === undefined ? {} : { contextId: ContextId.parse(ids.of(line.contextId)) }),
    ...(line.runId === undefined ? {} : { runId: RunId.parse(ids.of(line.runId)) }),
    ...(line.turnIndex === undefined ? {} : { turnIndex: line.turnIndex }),
  } as NewDurableEvent
}

function attachmentsOf(event: NewDurableEvent): string[] {
  if (event.kind !== 'message') return []
  return event.payload.message.parts.flatMap((part) => (part.t === 'file' ? [part.blobId] : []))
}

const Move = z.object({ to: EventId.nullable() })

/** A move to an event that was not taken would leave the chat empty. */
function isPlaced(line: EventLine, known: ReadonlySet<EventId>): boolean {
  if (line.kind !== 'leaf.moved') return true
  const move = Move.safeParse(line.payload)
  return move.success && (move.data.to === null || known.has(move.data.to))
}
