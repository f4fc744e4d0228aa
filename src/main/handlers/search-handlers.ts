import { AppError } from '#shared/errors.ts'
import type { SEARCH_CALLS } from '#shared/ipc/calls/search-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ChatSearch } from '../search/chat-search.ts'
import type { IndexClient } from '../search/index-client.ts'

type Rooms = {
  readonly search: Pick<ChatSearch, 'sessions' | 'inChat'>
  readonly index: Pick<IndexClient, 'check' | 'rebuild'>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for search. A newer query cancels the one before. */
export function createSearchHandlers({
  search,
  index,
  signal,
}: Rooms): Pick<Handlers, keyof typeof SEARCH_CALLS> {
  const newest = createNewest(signal)
  const overAll = newest()
  const inOne = newest()
  return {
    'search.sessions': (query, { windowId }) => overAll(windowId, (stop) => search.sessions(query, stop)),
    'search.check': ({ piece }) => index.check(piece, signal),
    'search.rebuild': async () => {
      await index.rebuild(signal)
      return null
    },
    'search.chat': (query, { windowId }) => inOne(windowId, (stop) => search.inChat(query, stop)),
  }
}

function createNewest(signal: AbortSignal) {
  return () => {
    const running = new Map<number, AbortController>()
    return async <T>(windowId: number, ask: (stop: AbortSignal) => Promise<T>): Promise<T> => {
      running.get(windowId)?.abort(AppError.cancelled('Something else was looked for.'))
      const own = new AbortController()
      running.set(windowId, own)
      try {
        return await ask(AbortSignal.any([own.signal, signal]))
      } finally {
        if (running.get(windowId) === own) running.delete(windowId)
      }
    }
  }
}
