import type { DurableEvent, DurableEventOf, NewDurableEvent } from '#shared/events/event.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { Bus } from './delivery/bus.ts'
import type { EventReader } from './event-reader.ts'
import type { EventStore } from './event-store.ts'
import { createKeptPaths, type PathRead } from './kept-paths.ts'
import { type PathPart, recentStart } from './listings/recent-part.ts'

type Deps = {
  readonly store: EventStore
  readonly reader: Pick<EventReader, 'pathPiece'>
  readonly bus: Bus
  /** Resolves in a later turn of the event loop. */
  readonly nextTurn: () => Promise<void>
  /** The most bytes of all cached branches; 64 MB unless given. */
  readonly mostBytes?: number
}

const MOST_BYTES = 64 * 1024 * 1024
/** Events read in one piece, which takes a few milliseconds. */
const PIECE = 400

/**
 * Creates the cache of branches, root first. A branch is read once and then extended with the log. Its recent part begins
 * at the newest compaction; the events before it are read on demand.
 */
export function createPaths({ store, reader, bus, nextTurn, mostBytes = MOST_BYTES }: Deps) {
  const kept = createKeptPaths(mostBytes)
  const loading = new Map<string, Promise<void>>()

  const unsubscribe = bus.subscribe((_sessionId, events) => {
    for (const event of events) {
      if (event.tier !== 'durable') continue
      if (event.kind === 'leaf.moved') kept.drop(event.payload.contextId)
      // Nothing was said in a new history, so it need not be read.
      if (event.kind === 'context.status' && beginsEmpty(event.payload)) {
        kept.put(event.payload.contextId, { events: [], bytes: 0 }, 'whole')
      }
      if (event.contextId === undefined || GOVERNANCE[event.kind].leaf !== 'advance') continue
      kept.grow(event.contextId, event)
    }
  })

  const leafOf = (sessionId: SessionId, contextId: ContextId): EventId | null =>
    store.folds(sessionId).contexts[contextId]?.leaf ?? null

  /** Returns a part of a branch that is cached up to its leaf; null where it has to be read. */
  const cached = (sessionId: SessionId, contextId: ContextId, part: PathPart): Path | null => {
    const known = kept.at(contextId)
    if (known === null || (known.recent.at(-1)?.id ?? null) !== leafOf(sessionId, contextId)) return null
    return part === 'recent' ? known.recent : known.whole
  }

  const get = (sessionId: SessionId, contextId: ContextId, part: PathPart): Path => {
    const known = cached(sessionId, contextId, part)
    if (known !== null) return known
    const reading = piecesOf(reader, leafOf(sessionId, contextId), part)
    let piece = reading.next()
    while (piece.done !== true) piece = reading.next()
    return kept.put(contextId, piece.value, part)
  }

  /** Reads a part in pieces, with a turn of the event loop after each. */
  const read = async (sessionId: SessionId, contextId: ContextId, part: PathPart): Promise<void> => {
    const leaf = leafOf(sessionId, contextId)
    const reading = piecesOf(reader, leaf, part)
    let piece = reading.next()
    while (piece.done !== true) {
      await nextTurn()
      piece = reading.next()
    }
    const now = leafOf(sessionId, contextId)
    const since = now === leaf ? NOTHING : eventsSince(reader, now, leaf)
    // The branch was left meanwhile; the next request reads the one in its place.
    if (since === null || cached(sessionId, contextId, part) !== null) return
    const { events, bytes } = piece.value
    kept.put(contextId, { events: [...events, ...since.events], bytes: bytes + since.bytes }, part)
  }

  return {
    /** Returns the whole branch. */
    of: (sessionId: SessionId, contextId: ContextId): Path => get(sessionId, contextId, 'whole'),
    /**
     * Returns the end of a branch from its newest compaction on, with some events before. The whole branch without a
     * compaction, or with one of an earlier version.
     */
    recent: (sessionId: SessionId, contextId: ContextId): Path => get(sessionId, contextId, 'recent'),
    /** Reads a part of a branch without blocking, so that it is cached when it is needed. */
    load: (sessionId: SessionId, contextId: ContextId, part: PathPart): Promise<void> => {
      if (cached(sessionId, contextId, part) !== null) return Promise.resolve()
      const key = `${contextId} ${part}`
      const known = loading.get(key)
      if (known !== undefined) return known
      const done = read(sessionId, contextId, part).finally(() => loading.delete(key))
      loading.set(key, done)
      return done
    },
    /** The recent part as it will stand when these events are stored. */
    withPending: (sessionId: SessionId, contextId: ContextId, pending: readonly NewDurableEvent[]): Path => {
      const path = get(sessionId, contextId, 'recent')
      const next = pending.filter(({ kind }) => GOVERNANCE[kind].leaf === 'advance')
      return next.length === 0 ? path : [...path, ...store.preview(sessionId, next)]
    },
    close: unsubscribe,
  }
}

export type Paths = ReturnType<typeof createPaths>

type Path = readonly DurableEvent[]

/** Reads a branch from its leaf back to its root, or to the start of its recent part. */
function* piecesOf(reader: Deps['reader'], leaf: EventId | null, part: PathPart): Generator<void, PathRead> {
  const pieces: DurableEvent[][] = []
  let bytes = 0
  let isCompacted = false
  for (let next = leaf; next !== null; ) {
    const { events, before, ...piece } = reader.pathPiece(next, PIECE)
    pieces.unshift(events)
    bytes += piece.bytes
    isCompacted ||= events.some(({ kind }) => kind === 'compact')
    if (part === 'recent' && isCompacted && recentStart(pieces.flat()) !== null) break
    next = before
    if (next !== null) yield
  }
  return { events: pieces.flat(), bytes }
}

const NOTHING: PathRead = { events: [], bytes: 0 }

/** Returns the events after `leaf` up to a later leaf of the same branch; null when it is another branch. */
function eventsSince(reader: Deps['reader'], now: EventId | null, leaf: EventId | null): PathRead | null {
  if (now === null) return null
  const { events, before, bytes } = reader.pathPiece(now, PIECE)
  const at = events.findLastIndex(({ id }) => id === leaf)
  if (at >= 0) return { events: events.slice(at + 1), bytes }
  return leaf === null && before === null ? { events, bytes } : null
}

/** Whether a new context starts empty. One in `continue` mode already has events. */
const beginsEmpty = ({ status, mode }: Created): boolean => status === 'created' && mode !== 'continue'

type Created = Pick<DurableEventOf<'context.status'>['payload'], 'status' | 'mode'>
