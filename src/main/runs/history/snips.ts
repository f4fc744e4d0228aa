import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { beginsExchange, type SnippedExchange, snippedIn } from '#shared/session/snipped.ts'
import { cutPath } from '../../context/branch/cut.ts'
import type { TokenCounter } from '../../context/budget/count-tokens.ts'
import { leftOutOf } from '../../context/compaction/left-out.ts'
import type { Lane } from '../chats/lane.ts'
import type { RunLog } from '../run/run-log.ts'

type PathOf = (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]

type Deps = {
  readonly log: Pick<RunLog, 'folds' | 'publish'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly paths: {
    readonly of: PathOf
    readonly recent: PathOf
    /** Reads a part of a branch without blocking, so that it is there when it is asked for. */
    readonly load: (sessionId: SessionId, contextId: ContextId, part: 'recent') => Promise<void>
  }
  readonly count: TokenCounter
  /** Called when the next request of the chat changed. */
  readonly changed: (sessionId: SessionId) => void
}

/**
 * Leaves whole exchanges of a chat out of what the model reads, and puts them back (requirement C-TR-12). Nothing is taken
 * away: both are events on the branch, and the chat shows everything as it was.
 */
export function createSnips({ log, lane, paths, count, changed }: Deps) {
  const contextOf = (sessionId: SessionId) => log.folds(sessionId).session?.meta.activeContextId ?? null
  const lineOf = (sessionId: SessionId): { contextId: ContextId; path: readonly DurableEvent[] } => {
    const contextId = contextOf(sessionId)
    if (contextId === null) throw AppError.saying('session.not_found', say('chat.gone'))
    return { contextId, path: paths.of(sessionId, contextId) }
  }

  return {
    /**
     * Returns the snipped exchanges that can be restored, oldest first. The recent part of the branch holds them all; it is
     * read in turns of the event loop, since every window that shows the chat asks for them.
     */
    list: async (sessionId: SessionId): Promise<readonly SnippedExchange[]> => {
      const contextId = contextOf(sessionId)
      if (contextId === null) return []
      await paths.load(sessionId, contextId, 'recent')
      return leftOutOf(paths.recent(sessionId, contextId), count)
    },
    /** From the next request on the model does not read the exchange that begins with this message. */
    snip: (sessionId: SessionId, first: EventId): void => {
      lane.idleOnly(sessionId)
      const { contextId, path } = lineOf(sessionId)
      const firsts = path.filter(beginsExchange)
      const event = firsts.find(({ id }) => id === first)
      if (event === undefined) throw AppError.saying('session.not_found', say('chat.noPlace'))
      if (firsts.at(-1) === event) throw AppError.saying('session.not_found', say('snip.newest'))
      if (!cutPath(path).events.includes(event))
        throw AppError.saying('session.not_found', say('snip.summarised'))
      if (snippedIn(path).firsts.has(first)) return
      log.publish(sessionId, [{ kind: 'exchange.snipped', contextId, payload: { first } }])
      changed(sessionId)
    },
    /** The model reads the exchange again, as it was said. */
    restore: (sessionId: SessionId, first: EventId): void => {
      lane.idleOnly(sessionId)
      const { contextId, path } = lineOf(sessionId)
      const event = path.find(({ id }) => id === first)
      if (event === undefined) throw AppError.saying('session.not_found', say('chat.noPlace'))
      if (!cutPath(path).events.includes(event))
        throw AppError.saying('session.not_found', say('snip.summarisedSince'))
      if (!snippedIn(path).firsts.has(first)) return
      log.publish(sessionId, [{ kind: 'exchange.restored', contextId, payload: { first } }])
      changed(sessionId)
    },
  }
}

export type Snips = ReturnType<typeof createSnips>
