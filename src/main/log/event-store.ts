import type { Database } from 'better-sqlite3'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold, type SessionFolds } from '#shared/events/fold.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ClientId, ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { openDatabaseProblem } from '../database/database-problem.ts'
import type { NewId } from '../lib/ids.ts'
import { namedBlobs } from './blobs/named-blobs.ts'
import type { Disk } from './disk.ts'
import type { EventReader } from './event-reader.ts'
import { type EventRow, rowOf, valuesOf } from './event-row.ts'
import type { DeferredFolds } from './listings/deferred-folds.ts'
import { type FoldsChange, readFolds, writeFolds } from './listings/fold-tables.ts'
import type { LogRows } from './rows.ts'

type Deps = {
  readonly db: Database
  readonly disk: Pick<Disk, 'write' | 'flush'>
  readonly late: DeferredFolds
  readonly rows: LogRows
  readonly now: () => number
  readonly newId: NewId
  /** The client that acts now. */
  readonly clientId: () => ClientId
  readonly reader: EventReader
  /** Told when a session's tables could not be read; they are computed again from its events. */
  readonly reportRebuilt: (sessionId: SessionId, error: unknown) => void
}

/** A session at hand. `used` grows: the larger, the later it was used. */
type Open = { folds: SessionFolds; used: number }

type Made = FoldsChange & { readonly events: DurableEvent[]; readonly seq: number }

/** Maximum cached idle sessions. One chat may have two hundred agents, and the next as many. */
const KEPT_SESSIONS = 512

/** The append-only log. Appending is the only way to write; reading never changes anything. */
export function createEventStore(deps: Deps) {
  const { rows, late } = deps
  const { read, refold } = createFoldReading(deps)
  // The newest number given out in either tier. Kept for the life of the host: a number is never used twice.
  const numbers = new Map<SessionId, number>()

  const load = (sessionId: SessionId): Open => {
    const folds = read(sessionId)
    // Not the folds' own number: a row this version cannot read has been given one as well.
    if (!numbers.has(sessionId)) numbers.set(sessionId, rows.newestSeq.get(sessionId)?.seq ?? 0)
    return { folds, used: 0 }
  }

  const { at, keep, forget } = createKept(load)

  /** The events as they are next, and what the session comes to with them. Changes nothing. */
  const made = (session: Open, sessionId: SessionId, news: readonly NewDurableEvent[]): Made => {
    const { folds: before } = session
    let folds = before
    const left: RunRecord[] = []
    let seq = numbers.get(sessionId) ?? folds.lastSeq
    const events = news.map((draft) => {
      seq += 1
      const event = numbered(deps, folds, sessionId, seq, draft)
      const next = fold(folds, event)
      if (event.kind === 'run.status') left.push(...runsThatLeft(folds, next))
      folds = next
      return event
    })
    return { events, before, after: folds, left, seq }
  }

  const above = (sessionId: SessionId) => at(sessionId).folds.session

  const insertAll = (inserts: readonly EventRow[], { events, after }: Made): void => {
    for (const [index, row] of inserts.entries()) {
      rows.insertEvent.run(...valuesOf(row))
      const event = events[index]
      if (event?.kind === 'turn.ended' && row.copied_from === null) rows.putRequest(event, after, above)
      // Instructions are words, the same for every agent, and long to look through.
      if (row.kind === 'instructions.snapshot') continue
      for (const blobId of namedBlobs(row.payload)) rows.nameBlob.run(blobId, row.session_id)
    }
  }

  return {
    /**
     * Stores events in one transaction and returns them numbered and placed in the tree; the disk says when they
     * outlive a power cut. Nothing is stored when one of them cannot be. `also` writes other rows that must stand or fall
     * with them; it may be called again, and must write the same then.
     */
    append: (sessionId: SessionId, news: readonly NewDurableEvent[], also = () => {}): DurableEvent[] => {
      // A log that begins here has no tables to read.
      const isNew = news[0]?.kind === 'session.created'
      const session = isNew ? { folds: EMPTY_FOLDS, used: 0 } : at(sessionId)
      const done = made(session, sessionId, news)
      const inserts = done.events.map((event, at) => rowOf(event, news[at]?.copiedFrom ?? null))
      asAppError(deps.db.name, () =>
        deps.disk.write(() => {
          insertAll(inserts, done)
          late.put(sessionId, done)
          also()
        }),
      )
      session.folds = done.after
      // Not before it is stored: what has this id already would be lost sight of.
      if (isNew) keep(sessionId, session)
      numbers.set(sessionId, done.seq)
      return done.events
    },
    /** The events as `append` would make them now, stored nowhere. */
    preview: (sessionId: SessionId, news: readonly NewDurableEvent[]): DurableEvent[] =>
      made(at(sessionId), sessionId, news).events,
    /** Gives a live event the next number of its session. */
    nextSeq: (sessionId: SessionId): number => {
      const seq = (numbers.get(sessionId) ?? at(sessionId).folds.lastSeq) + 1
      numbers.set(sessionId, seq)
      return seq
    },
    /** The newest number given out in either tier. */
    seqOf: (sessionId: SessionId): number => numbers.get(sessionId) ?? at(sessionId).folds.lastSeq,
    folds: (sessionId: SessionId): SessionFolds => at(sessionId).folds,
    /** Lets go of a session whose rows are gone. */
    forget,
    /** Drops a session's folds and computes them again from its events. */
    rebuild: (sessionId: SessionId): SessionFolds => {
      const folds = refold(sessionId)
      forget(sessionId)
      return folds
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>

/** The sessions at hand: those used last, as many as are kept. */
function createKept(load: (sessionId: SessionId) => Open) {
  const open = new Map<SessionId, Open>()
  let uses = 0
  // Asked for with every streamed word, so a use is counted and nothing is put in order for it.
  const used = (session: Open): Open => {
    uses += 1
    session.used = uses
    return session
  }
  const keep = (sessionId: SessionId, session: Open): Open => {
    open.set(sessionId, session)
    if (open.size > KEPT_SESSIONS) letGo(open)
    return used(session)
  }
  return {
    at: (sessionId: SessionId): Open => {
      const session = open.get(sessionId)
      return session === undefined ? keep(sessionId, load(sessionId)) : used(session)
    },
    keep,
    forget: (sessionId: SessionId): void => void open.delete(sessionId),
  }
}

/** Many at once, so that it is seldom. */
function letGo(open: Map<SessionId, Open>): void {
  const oldest = [...open].sort(([, left], [, right]) => left.used - right.used)
  for (const [sessionId] of oldest.slice(0, KEPT_SESSIONS / 4)) open.delete(sessionId)
}

/** Reads a session's folds from their tables, and from its events when the tables are damaged. */
function createFoldReading({ disk, late, rows, reader, reportRebuilt }: Deps) {
  const refold = (sessionId: SessionId): SessionFolds => {
    let folds = EMPTY_FOLDS
    disk.write(() => {
      late.flush()
      for (const statement of rows.dropFolds) statement.run(sessionId)
      folds = EMPTY_FOLDS
      for (const event of reader.eventsAfter(sessionId, 0)) {
        const next = fold(folds, event)
        writeFolds(rows, { before: folds, after: next, left: [] })
        folds = next
      }
    })
    return folds
  }

  const read = (sessionId: SessionId): SessionFolds => {
    // Outside: that a disk is full does not mean that the tables are damaged.
    disk.flush()
    try {
      return readFolds(rows, sessionId) ?? EMPTY_FOLDS
    } catch (error) {
      reportRebuilt(sessionId, error)
      return refold(sessionId)
    }
  }

  return { read, refold }
}

/** Returns the ended runs that the fold dropped when another began. */
function runsThatLeft(before: SessionFolds, after: SessionFolds): RunRecord[] {
  return Object.values<RunRecord>(before.runs).filter(({ runId }) => after.runs[runId] === undefined)
}

function numbered(
  deps: Deps,
  folds: SessionFolds,
  sessionId: SessionId,
  seq: number,
  draft: NewDurableEvent,
): DurableEvent {
  const event: { -readonly [K in keyof DurableEvent]: unknown } = {
    v: 1,
    tier: 'durable',
    id: draft.id ?? deps.newId('event'),
    sessionId,
    seq,
    ts: draft.at ?? deps.now(),
    clientId: deps.clientId(),
    parentId: parentOf(folds, draft),
    kind: draft.kind,
    payload: draft.payload,
  }
  // Set one by one: what is spread by its condition costs an object each, for every event there is.
  if (draft.contextId !== undefined) event.contextId = draft.contextId
  if (draft.runId !== undefined) event.runId = draft.runId
  if (draft.turnIndex !== undefined) event.turnIndex = draft.turnIndex
  return event as DurableEvent
}

/** Every event hangs under its context's leaf; only advancing ones become the next leaf. */
function parentOf(folds: SessionFolds, draft: NewDurableEvent): EventId | null {
  if (GOVERNANCE[draft.kind].leaf === 'none') return null
  const contextId: ContextId | undefined = draft.contextId
  return contextId === undefined ? null : (folds.contexts[contextId]?.leaf ?? null)
}

/** Translates SQLite errors, so that a full disk or a foreign file is not mistaken for a bug. */
function asAppError<T>(place: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw openDatabaseProblem(error, place) ?? error
  }
}
