import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { stillRead } from '../branch/still-read.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'

/** The part of a branch to be compacted, and what to carry over. */
export type CompactionPlan = {
  /** The last event that is summarised. */
  readonly through: EventId
  /** The events to be summarised, oldest first. */
  readonly older: readonly DurableEvent[]
  readonly kept: readonly DurableEvent[]
  /** The summary of the compaction before, which the new one takes in. */
  readonly earlier: string | null
  /** The last request of the person if it is before the cut: it is carried over verbatim. */
  readonly asked: string | null
  readonly olderTokens: number
  /** The most tokens the new summary may take, so that the request becomes shorter whatever is written. */
  readonly summaryTokens: number
}

/**
 * The strength of a compaction. `ahead` prepares for a request that will be too long. `asked` is a request of
 * the person. `squeeze` is for a model that accepts less than assumed, and may cut even the newest exchange.
 */
export type CompactionNeed = 'ahead' | 'asked' | 'squeeze'

type Limits = {
  readonly usable: number
  readonly need: CompactionNeed
  readonly count: TokenCounter
  /** Nothing behind this event is summarised; null for no such bound. */
  readonly until?: EventId | null
}

/** The share of the usable window that stays as it was said, and the most the newest exchange may make of it. */
const KEPT_SHARE = 0.2
const ROOMY_SHARE = 0.4
const SUMMARY_SHARE = 0.1
/** Of a short conversation at least this much is summarised, or nothing would be gained. */
const LEAST_SUMMARISED = 2 / 3

/** Plans a compaction, or answers null when there is too little to gain. Pure: the same path, the same plan. */
export function planCompaction(
  path: readonly DurableEvent[],
  { usable, need, count, until = null }: Limits,
): CompactionPlan | null {
  // A summary excludes snipped parts too.
  const events = stillRead(path)
  const [first] = events
  const earlier = first?.kind === 'compact' ? first.payload.summary : null
  const tail = earlier === null ? events : events.slice(1)
  const weights = tail.map((event) => tokensOf(event, count))
  const whole = sum(weights)
  const target = Math.min(KEPT_SHARE * usable, (1 - LEAST_SUMMARISED) * whole)
  const roomy = need === 'squeeze' ? target : ROOMY_SHARE * usable

  const bound = until === null ? tail.length : tail.findIndex((event) => event.id === until)
  const end = endOfOlder(tail, weights, { target, roomy, bound })
  const last = tail[end]
  if (last === undefined) return null
  const older = tail.slice(0, end + 1)
  const kept = tail.slice(end + 1)
  const olderTokens = sum(weights.slice(0, end + 1)) + (earlier === null ? 0 : count.text(earlier))
  if (olderTokens < leastGain(need, usable)) return null
  return {
    through: last.id,
    older,
    kept,
    earlier,
    asked: askedOf(path, kept),
    olderTokens,
    summaryTokens: Math.floor(Math.min(SUMMARY_SHARE * usable, olderTokens / 2)),
  }
}

/** Said by the person: a message, or words that joined a run. */
export function isFromPerson(event: DurableEvent): boolean {
  if (event.kind === 'message') return event.payload.message.role === 'user'
  return event.kind === 'harness.item' && event.payload.kind === 'steer' && event.payload.origin === 'user'
}

/** The words of a message or an item. */
export function wordsOf(event: DurableEvent): string {
  if (event.kind === 'message') return textOf(event.payload.message)
  return event.kind === 'harness.item' ? event.payload.content : ''
}

type Room = { readonly target: number; readonly roomy: number; readonly bound: number }

/** The index of the last event that is summarised, or -1. */
function endOfOlder(
  tail: readonly DurableEvent[],
  weights: readonly number[],
  { target, roomy, bound }: Room,
) {
  const after = tokensAfter(weights)
  const from = (index: number) => (after[index] ?? 0) + (weights[index] ?? 0)
  const newest = tail.findLastIndex(isFromPerson)
  const keepsNewest = newest >= 0 && from(newest) <= roomy
  const ends = legalEnds(tail).filter((end) => end <= bound && (keepsNewest ? end < newest : end >= newest))
  return ends.find((end) => (after[end] ?? 0) <= target) ?? ends.at(-1) ?? -1
}

/** Returns the allowed cut positions: never between a call and its results. */
function legalEnds(tail: readonly DurableEvent[]): readonly number[] {
  const open = new Set<string>()
  return tail.flatMap((event, index) => {
    const message = event.kind === 'message' ? event.payload.message : null
    if (message?.role === 'tool') open.delete(message.tool?.callId ?? '')
    else if (message !== null) open.clear()
    if (message?.role === 'assistant') for (const call of toolCallsOf(message)) open.add(call.callId)
    const next = tail[index + 1]
    const splits = next?.kind === 'message' && next.payload.message.role === 'tool'
    return open.size === 0 && !splits ? [index] : []
  })
}

/** For every index the tokens of what comes behind it. */
function tokensAfter(weights: readonly number[]): readonly number[] {
  let behind = sum(weights)
  return weights.map((weight) => {
    behind -= weight
    return behind
  })
}

function leastGain(need: CompactionNeed, usable: number): number {
  return need === 'ahead' ? Math.max(200, 0.1 * usable) : 200
}

/** The newest message of the person, and what they added to it since, when it will not be read as it was said. */
function askedOf(path: readonly DurableEvent[], kept: readonly DurableEvent[]): string | null {
  const newest = path.findLastIndex((event) => event.kind === 'message' && isFromPerson(event))
  const stays = new Set(kept)
  const asked = path[newest]
  if (asked === undefined || stays.has(asked)) return null
  const words = path.slice(newest).filter((event) => isFromPerson(event) && !stays.has(event))
  const texts = words.map(wordsOf).filter((text) => text.trim() !== '')
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** Returns the tokens of an event in a request, before anything is reduced. */
export function tokensOf(event: DurableEvent, count: TokenCounter): number {
  if (event.kind === 'message') return count.message(event.payload.message)
  return event.kind === 'harness.item' ? count.text(event.payload.content) : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
