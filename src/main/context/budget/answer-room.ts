import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { ContextPolicy } from './policy.ts'

/** A part of the free room that stays free: what a text costs is only estimated for most models. */
const SPARE = 0.1

/** The most of a window that is kept free for an answer: a small one is needed for what is asked. */
const MOST_SHARE = 0.25

/** Tokens that a request leaves to its answer. A small local model cannot give away its whole window to an answer. */
export function answerReserve(policy: ContextPolicy, model: ModelInfo): number {
  const share = Math.floor(model.contextWindow * MOST_SHARE)
  return Math.max(1, Math.min(policy.reserveOutput, model.maxOutput, share))
}

/** Tokens that a whole request may take. */
export function usableTokens(policy: ContextPolicy, model: ModelInfo): number {
  const left = model.contextWindow - answerReserve(policy, model)
  return Math.min(policy.maxInputTokens ?? Number.POSITIVE_INFINITY, left)
}

/** Tokens of a request that what a run stored of this kind may take together; null where nothing limits it. */
export function roomOf(kind: string, policy: ContextPolicy, model: ModelInfo): number | null {
  const fraction = policy.truncation.find((rule) => rule.kind === kind)?.maxBudgetFraction
  return fraction === undefined ? null : Math.floor(fraction * usableTokens(policy, model))
}

/**
 * Returns the maximum answer tokens for a request of `total` tokens. An answer that continues a truncated one
 * gets all remaining room; the request is not shortened for it.
 */
export function answerLimit(
  path: readonly DurableEvent[],
  model: ModelInfo,
  { reserve, total }: { readonly reserve: number; readonly total: number },
): number {
  if (!goesOn(path)) return reserve
  const free = Math.floor((model.contextWindow - total) * (1 - SPARE))
  return Math.max(reserve, Math.min(model.maxOutput, free))
}

function goesOn(path: readonly DurableEvent[]): boolean {
  const newest = path.findLast((event) => event.kind === 'message' && event.payload.message.role !== 'tool')
  return newest?.kind === 'message' && newest.payload.message.stop === 'length'
}
