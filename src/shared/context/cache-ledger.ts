import type { EventId, ModelRef } from '../ids.ts'
import type { CacheBreak, CacheDifference } from '../session/cache-check.ts'

/**
 * Cache use of one request. `first`: there was nothing to read. `small`: too short for any cache.
 * `off`: `/break-cache`. `unknown`: the request before is not known, as after a restart.
 */
export type CacheState = 'hit' | 'partial' | 'miss' | 'first' | 'small' | 'off' | 'unknown'

/**
 * The reason of a miss. `compacted`: a summary replaced messages. `expired`: over five minutes passed. `server`: the
 * request began the same.
 */
export type CacheReason = CacheDifference['in'] | 'compacted' | 'expired' | 'server'

/** One answered request in the cache ledger. */
export type CacheRow = {
  readonly eventId: EventId
  /** The time of the answer. */
  readonly at: number
  readonly model: ModelRef | null
  readonly state: CacheState
  /** Tokens of the request as the server counted them. */
  readonly prompt: number
  /** Tokens that the equal beginning of both requests lets expect from the cache; null without a comparison. */
  readonly expected: number | null
  /** Tokens read from the cache. */
  readonly read: number
  readonly reason: CacheReason | null
  readonly difference: CacheDifference | null
  /** US dollars that a full hit would have saved; null without a price. */
  readonly lost: number | null
  /** Whether the same beginning, sent in time, would have been read from the cache. */
  readonly avoidable: boolean
}

/** The cache use of a branch. */
export type CacheLedger = {
  /** Newest first, at most `MOST_CACHE_ROWS`. */
  readonly rows: readonly CacheRow[]
  readonly requests: number
  /** Tokens of all requests, and those of them that came from the cache. */
  readonly prompt: number
  readonly read: number
  /** US dollars saved by the cache; null where no request had a price. */
  readonly saved: number | null
  /** US dollars lost by avoidable misses. */
  readonly lost: number
  readonly breaking: CacheBreak | null
  /** Requests that avoided the cache. */
  readonly broken: number
}

export const MOST_CACHE_ROWS = 200
