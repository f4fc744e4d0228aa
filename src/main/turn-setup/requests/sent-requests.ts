import type { ContextId, RunId, SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { Message } from '#shared/session/message.ts'
import type { ModelRequest } from '../../models/model.ts'
import type { CacheWatch } from './cache-watch.ts'
import type { RequestOrigin } from './request-builder.ts'

/** The newest request of a chat: what it was built from, and what went over the wire once something did. */
export type SentRequest = {
  readonly origin: RequestOrigin
  readonly contextId: ContextId
  readonly runId: RunId
  readonly at: number
  readonly request: ModelRequest
  /** The messages as hooks left them; null when none of them changed any. */
  readonly changed: readonly Message[] | null
  readonly body: (() => unknown) | null
  /** Whether it continued the request before, so that only what is new was sent. */
  readonly isContinued: boolean
}

/** In how many chats the newest request is remembered. In others it is made again from the log. */
const KEPT = 8

/** Remembers the newest request of each of the last few chats, so that a person can look at what really went out. */
export function createSentRequests(now: () => number, cache: CacheWatch) {
  const sent = new Map<SessionId, SentRequest>()
  return {
    /** The request as it is to be sent: it reports back when it is. */
    keep: (
      { sessionId, contextId, runId }: Sender,
      origin: RequestOrigin,
      asked: ModelRequest,
    ): ModelRequest => {
      const { request, sent: cached } = cache.begin(sessionId, asked)
      const kept: SentRequest = {
        origin,
        contextId,
        runId,
        request,
        at: now(),
        changed: null,
        body: null,
        isContinued: false,
      }
      keepNewest(sent, sessionId, kept, KEPT)
      return {
        ...request,
        onSent: (body, isContinued) => {
          const still = sent.get(sessionId)
          const isNewest = still?.request === request
          cached(isNewest ? (still.changed ?? request.messages) : request.messages)
          if (isNewest) sent.set(sessionId, { ...still, body, isContinued })
        },
      }
    },
    /** Hooks have put other messages into the newest request of a chat. */
    changed: ({ sessionId }: Sender, messages: readonly Message[]): void => {
      const kept = sent.get(sessionId)
      if (kept !== undefined) sent.set(sessionId, { ...kept, changed: messages })
    },
    cacheCheck: cache.of,
    of: (sessionId: SessionId): SentRequest | null => sent.get(sessionId) ?? null,
  }
}

export type SentRequests = ReturnType<typeof createSentRequests>

type Sender = { readonly sessionId: SessionId; readonly contextId: ContextId; readonly runId: RunId }
