import type { DurableEvent } from '#shared/events/event.ts'
import type { SideQueryAnswers } from '#shared/session/side-query-answers.ts'

type Standing = {
  readonly path: readonly DurableEvent[]
  readonly side: SideQueryAnswers
  /** The tokens of the next request of the branch. */
  readonly tokens: number
  /** The tokens by which a branch grows between two summaries. */
  readonly every: number
  /** The tokens at which the last attempt failed; 0 for none. */
  readonly failedAt: number
}

/**
 * Whether a branch has grown enough for a new summary: since its last one, since its last compaction or since an attempt
 * that failed. A branch that never grew that much is too small for any.
 */
export function isSummaryDue({ path, side, tokens, every, failedAt }: Standing): boolean {
  const { summary } = side
  const made = summary === undefined ? -1 : path.findIndex(({ id }) => id === summary.through)
  const compacted = path.findLastIndex(({ kind }) => kind === 'compact')
  const compact = path[compacted]
  const after = compact?.kind === 'compact' && compacted > made ? compact.payload.tokensAfter : 0
  const since = made >= 0 && made >= compacted ? (summary?.tokens ?? 0) : after
  return tokens - Math.max(since, failedAt) >= every
}

/** The exchanges of a chat before which nothing is suggested. */
const LEAST_ANSWERS = 2

/** Whether a suggestion is of use: the chat has begun to be one, and none was made since its newest event. */
export function isSuggestionDue({ path, side }: Pick<Standing, 'path' | 'side'>): boolean {
  if (side.suggestion?.through === path.at(-1)?.id) return false
  const answers = path.filter(
    ({ kind, payload }) => kind === 'message' && 'message' in payload && payload.message.role === 'user',
  )
  return answers.length >= LEAST_ANSWERS
}
