import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { CacheBreak, CacheCheck } from '#shared/session/cache-check.ts'
import type { Message } from '#shared/session/message.ts'
import type { TokenCounter } from '../../context/budget/count-tokens.ts'
import { compareRequests, type Prompt } from '../../context/request/request-difference.ts'
import type { ModelRequest } from '../../models/model.ts'
import { withoutCache } from '../../models/protocol/without-cache.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { topSession } from '../../runs/run/top-session.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds' | 'publish'>
  readonly count: TokenCounter
  /** Returns a text that no other request has. */
  readonly unique: () => string
}

/** The number of chats and agents of which the newest request is kept for comparison. */
const KEPT = 64

/** Compares each request with the one that its chat sent before, and carries out `/break-cache`. */
export function createCacheWatch({ log, count, unique }: Deps) {
  const newest = new Map<SessionId, Prompt>()
  const checks = new Map<SessionId, CacheCheck>()

  const compare = (sessionId: SessionId, prompt: Prompt): void => {
    const before = newest.get(sessionId)
    keepNewest(newest, sessionId, prompt, KEPT)
    if (before === undefined) checks.delete(sessionId)
    else keepNewest(checks, sessionId, compareRequests(before, prompt, count), KEPT)
  }

  return {
    /** Prepares a request. `sent` is called with its messages when it goes out; later calls do nothing. */
    begin: (sessionId: SessionId, asked: ModelRequest) => {
      const breaks = cacheBreakOf(log, sessionId)
      let isOut = false
      return {
        request: breaks === null ? asked : withoutCache(asked, unique()),
        sent: (messages: readonly Message[]): void => {
          if (isOut) return
          isOut = true
          if (breaks === null) {
            compare(sessionId, promptOf(asked, messages))
            return
          }
          keepNewest(checks, sessionId, { before: 0, same: 0, broken: true }, KEPT)
          if (breaks === 'once') {
            log.publish(sessionId, [{ kind: 'session.meta', payload: { changes: { cacheBreak: null } } }])
          }
        },
      }
    },
    /** Returns the comparison of the newest request of a chat; null where there was none before it. */
    of: (sessionId: SessionId): CacheCheck | null => checks.get(sessionId) ?? null,
  }
}

export type CacheWatch = ReturnType<typeof createCacheWatch>

/** Returns which requests of a session avoid the cache: `always` of a chat also holds for its agents. */
export function cacheBreakOf(log: Pick<RunLog, 'folds'>, sessionId: SessionId): CacheBreak | null {
  const own = log.folds(sessionId).session?.meta.cacheBreak ?? null
  if (own !== null) return own
  return topSession(log, sessionId)?.meta.cacheBreak === 'always' ? 'always' : null
}

/** Keeps nothing of a request but what is compared. */
function promptOf(
  { model, system, tools, effort, forcedTool }: ModelRequest,
  messages: readonly Message[],
): Prompt {
  return {
    model,
    system,
    tools,
    messages,
    ...(effort === undefined ? {} : { effort }),
    ...(forcedTool === undefined ? {} : { forcedTool }),
  }
}
