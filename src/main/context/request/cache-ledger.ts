import {
  type CacheLedger,
  type CacheReason,
  type CacheRow,
  type CacheState,
  MOST_CACHE_ROWS,
} from '#shared/context/cache-ledger.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Priced } from '#shared/model/cost.ts'
import { pricesOf, ratesFor } from '#shared/model/price-of.ts'
import type { CacheBreak } from '#shared/session/cache-check.ts'
import type { Message, Usage } from '#shared/session/message.ts'

/** The shortest prompt that providers cache, in tokens. */
const LEAST_CACHED = 1_024
/** Providers round to blocks of up to 128 tokens, so a hit is nearly all that could be read. */
const FULL_HIT = 0.85
/** The lifetime of an unused cache entry at most providers (documentation of 2026-11). */
const LIFETIME_MS = 5 * 60_000

/** Reasons that were no need: a server may drop its cache, and a summary has to replace messages. */
const UNAVOIDABLE: ReadonlySet<CacheReason> = new Set(['server', 'compacted'])

type Answered = {
  readonly at: number
  readonly message: Message
  readonly usage: Usage
  readonly eventId: CacheRow['eventId']
  /** A compaction between the answer before and this one. */
  readonly compacted: boolean
}

type Facts = {
  readonly breaking: CacheBreak | null
  readonly infoOf: (ref: ModelRef) => Priced | null
}

/** Lists the requests of a branch with what each read from the cache, and what the misses cost. */
export function cacheLedger(path: readonly DurableEvent[], { breaking, infoOf }: Facts): CacheLedger {
  const rows: CacheRow[] = []
  let before: Answered | null = null
  let [prompt, read, lost, broken] = [0, 0, 0, 0]
  let saved: number | null = null
  for (const answered of answeredIn(path)) {
    const row = rowOf(answered, before, infoOf)
    rows.push(row)
    prompt += row.prompt
    read += row.read
    if (row.avoidable) lost += row.lost ?? 0
    if (row.state === 'off') broken += 1
    // The server still holds the request before one that avoided its cache.
    else before = answered
    const { cost } = answered.usage
    if (cost !== undefined) saved = (saved ?? 0) + (cost.saved ?? 0)
  }
  return {
    rows: rows.slice(-MOST_CACHE_ROWS).reverse(),
    requests: rows.length,
    prompt,
    read,
    saved,
    lost,
    breaking,
    broken,
  }
}

/**
 * Returns what the newest answer of a branch cost more because it missed the cache for an avoidable reason, in US dollars.
 * `path` is the branch before the answer.
 */
export function lostToMiss(
  path: readonly DurableEvent[],
  message: Message & { readonly usage: Usage },
  { at, infoOf }: Pick<Facts, 'infoOf'> & { readonly at: number },
): number {
  const last = path.findLastIndex((event) => isAnswer(event) && !isWithoutCache(event))
  const before = last === -1 ? undefined : answeredIn(path.slice(last, last + 1))[0]
  if (before === undefined) return 0
  const compacted = path.slice(last).some(({ kind }) => kind === 'compact')
  const now = { at, message, usage: message.usage, eventId: before.eventId, compacted }
  const row = rowOf(now, before, infoOf)
  return row.avoidable ? (row.lost ?? 0) : 0
}

const isAnswer = (event: DurableEvent): boolean =>
  event.kind === 'message' &&
  event.payload.message.usage !== undefined &&
  promptOf(event.payload.message.usage) > 0

const isWithoutCache = (event: DurableEvent): boolean =>
  event.kind === 'message' && event.payload.message.cache?.broken === true

function answeredIn(path: readonly DurableEvent[]): Answered[] {
  const answers: Answered[] = []
  let compacted = false
  for (const event of path) {
    if (event.kind === 'compact') compacted = true
    if (event.kind !== 'message') continue
    const { message } = event.payload
    if (message.usage === undefined || promptOf(message.usage) === 0) continue
    answers.push({ at: event.ts, message, usage: message.usage, eventId: event.id, compacted })
    compacted = false
  }
  return answers
}

function rowOf(now: Answered, before: Answered | null, infoOf: Facts['infoOf']): CacheRow {
  const { message, usage } = now
  const prompt = promptOf(usage)
  const read = usage.cacheRead ?? 0
  const check = message.cache
  const inCache = before === null ? 0 : promptOf(before.usage)
  const could = Math.min(inCache, prompt)
  const expected =
    before === null || check === undefined || check.broken || check.before === 0
      ? null
      : Math.min(prompt, Math.round((inCache * check.same) / check.before))
  const state = stateOf({ now, before, could, read })
  const reason = state === 'partial' || state === 'miss' ? reasonOf(now, before) : null
  const missed = reason === null ? 0 : Math.max(0, could - read)
  const priced = message.model === undefined ? null : infoOf(message.model)
  return {
    eventId: now.eventId,
    at: now.at,
    model: message.model ?? null,
    state,
    prompt,
    expected,
    read,
    reason,
    difference: reason === null ? null : (check?.difference ?? null),
    lost: missed === 0 ? 0 : lossOf(missed, usage, priced),
    avoidable: reason !== null && !UNAVOIDABLE.has(reason),
  }
}

type Standing = {
  readonly now: Answered
  readonly before: Answered | null
  readonly could: number
  readonly read: number
}

function stateOf({ now, before, could, read }: Standing): CacheState {
  const check = now.message.cache
  if (check?.broken === true) return 'off'
  if (before === null) return 'first'
  if (could < LEAST_CACHED) return 'small'
  if (read >= could * FULL_HIT) return 'hit'
  if (check === undefined) return 'unknown'
  return read > 0 ? 'partial' : 'miss'
}

function reasonOf({ at, message, compacted }: Answered, before: Answered | null): CacheReason {
  const difference = message.cache?.difference
  if (compacted && difference?.in === 'message') return 'compacted'
  if (difference !== undefined) return difference.in
  return before !== null && at - before.at > LIFETIME_MS ? 'expired' : 'server'
}

/** Returns what tokens cost above the price of a cache read. */
function lossOf(tokens: number, usage: Usage, priced: Priced | null): number | null {
  const prices = priced === null ? null : pricesOf(priced)
  if (prices === null) return null
  const rates = ratesFor(prices, promptOf(usage))
  const written = (usage.cacheWrite ?? 0) > 0 ? rates.cacheWrite : undefined
  const paid = written ?? rates.input
  return Math.max(0, (tokens * (paid - (rates.cacheRead ?? rates.input))) / 1_000_000)
}

/** Tokens of a request, from the cache or not. */
function promptOf({ input, cacheRead = 0, cacheWrite = 0 }: Usage): number {
  return input + cacheRead + cacheWrite
}
