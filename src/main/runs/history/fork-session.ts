import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, DeviceId, EventId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionNote } from '#shared/session/notes/note.ts'
import type { ContextRecord, SessionMeta } from '#shared/session/session.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Sessions } from '../chats/sessions.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Branches } from './branches.ts'
import { copiesOf } from './copy-path.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'> & {
    readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also: () => void) => unknown
  }
  /** The changes to files that were made in the copied part can be undone from the copy. Called with its events. */
  readonly carryFiles: (from: SessionId, to: SessionId) => void
  readonly newId: NewId
  readonly deviceId: DeviceId
  readonly sessions: Pick<Sessions, 'get'>
  readonly branches: Pick<Branches, 'restingAt'>
  readonly reader: {
    readonly path: (leaf: EventId | null, limit: number) => readonly DurableEvent[]
    readonly newestOfKind: (sessionId: SessionId, kind: 'instructions.snapshot') => DurableEvent | null
  }
}

const WHOLE = 1_000_000

/** Makes new chats that begin with what was said in another one. */
export function createForkSession({ log, newId, deviceId, sessions, branches, reader, carryFiles }: Deps) {
  const contextOf = (sessionId: SessionId): ContextRecord => {
    const { activeContextId } = sessions.get(sessionId).meta
    const context = activeContextId === null ? undefined : log.folds(sessionId).contexts[activeContextId]
    if (context === undefined) throw AppError.saying('session.not_found', say('chat.gone'))
    return context
  }

  /**
   * Copies the conversation up to an event into a new chat; null copies the whole branch that is shown. What it
   * cost is not copied, and neither are its runs: they happened in the other chat.
   */
  return (sessionId: SessionId, eventId: EventId | null): SessionId => {
    const source = sessions.get(sessionId)
    const context = contextOf(sessionId)
    const place = branches.restingAt(sessionId, eventId ?? context.leaf)
    const [copyId, contextId] = [newId('session'), newId('context')]
    const meta = metaOf(source.meta, contextId)
    const { kind, cwd } = source
    const created: NewDurableEvent = {
      kind: 'session.created',
      payload: {
        kind,
        cwd,
        projectId: meta.projectId,
        deviceId,
        meta,
        forkOf: { sessionId, eventId: place },
      },
    }
    const { agentId, personaHash, notes: told } = context
    const began = told === undefined ? {} : { notes: told }
    const opened: NewDurableEvent = {
      kind: 'context.status',
      payload: { contextId, agentId, status: 'created', mode: 'fresh', personaHash, ...began },
    }
    const snapshot = snapshotOf(reader.newestOfKind(sessionId, 'instructions.snapshot'))
    const copies = copiesOf(reader.path(place, WHOLE), { contextId, newId, goesOn: null })
    const notes = log.folds(sessionId).notes.map(noteCopy)
    log.publish(copyId, [created, ...snapshot, ...notes, opened, ...copies], () =>
      carryFiles(sessionId, copyId),
    )
    return copyId
  }
}

export type ForkSession = ReturnType<typeof createForkSession>

/** A note as one of a copy. Notes go along as they are now: they belong to the work and not to one of its branches. */
export function noteCopy({ key, content, by, changedAt }: SessionNote): NewDurableEvent {
  return { kind: 'note.changed', at: changedAt, payload: { key, content, by } }
}

/** A chat that was archived, pinned or deleted is copied as an ordinary one. Its name tells it from the other. */
function metaOf(meta: SessionMeta, activeContextId: ContextId): SessionMeta {
  // A copy is the person's: no trigger began it.
  const { pinned: _pinned, deletedAt: _deletedAt, origin: _origin, ...rest } = meta
  const namedBy = meta.namedBy ?? 'person'
  return { ...rest, title: nextTitle(meta.title), namedBy, archived: false, activeContextId }
}

/** "A chat" becomes "A chat (2)", and that "A chat (3)". */
export function nextTitle(title: string): string {
  const [, name, number] = /^(.*) \((\d{1,4})\)$/s.exec(title) ?? [null, title, '1']
  return `${name} (${Number(number) + 1})`
}

/** The instructions of a session as those of a copy of it. */
export function snapshotOf(event: DurableEvent | null): NewDurableEvent[] {
  if (event?.kind !== 'instructions.snapshot') return []
  const { snapshot } = event.payload
  return [{ kind: event.kind, copiedFrom: event.id, payload: { snapshot, reason: 'clone' } }]
}
