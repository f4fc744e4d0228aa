import type { EventId } from '#shared/ids.ts'
import type { ChatAnswer, ChatHit } from '#shared/search/search.ts'

/** One match: the message that holds it, and which match of that message it is, counted from 0. */
type Match = { readonly eventId: EventId; readonly nth: number }

/** The results of a query and the current match; null means the newest one. */
export type Found = { readonly query: string; readonly answer: ChatAnswer; readonly place: Match | null }

/**
 * Takes an answer in. Until the index has caught up, only a place that was chosen stays: the newest place may not
 * be among those that were found yet, and neither may the one that was asked for. Afterwards the person stays where
 * they are, whatever is found later.
 */
export function foundMore(
  before: Found | null,
  query: string,
  answer: ChatAnswer,
  asked: EventId | null,
): Found {
  const kept = before?.query === query ? before.place : null
  const place = asked === null ? kept : { eventId: asked, nth: 0 }
  const found = { query, answer, place }
  return answer.behind > 0 ? found : { ...found, place: matchAt(found) }
}

/** Goes `by` matches on, in a circle. */
export function foundStep(before: Found, by: 1 | -1): Found {
  const { hits } = before.answer
  const here = foundAt(before)
  if (here === null) return before
  const nth = here.nth + by
  if (nth >= 0 && nth < here.hit.count) return { ...before, place: { eventId: here.hit.eventId, nth } }
  const next = hits[(hits.indexOf(here.hit) + by + hits.length) % hits.length]
  if (next === undefined) return before
  return { ...before, place: { eventId: next.eventId, nth: by === 1 ? 0 : next.count - 1 } }
}

type At = {
  readonly hit: ChatHit
  readonly nth: number
  /** Index of the current match, from 0. */
  readonly at: number
  /** Total number of matches. */
  readonly count: number
}

/** The match the person is at: the chosen one, otherwise the newest on the branch that is shown. Null without any. */
export function foundAt({ answer: { hits }, place }: Found): At | null {
  const chosen = place === null ? undefined : hits.find((hit) => hit.eventId === place.eventId)
  const hit = chosen ?? hits.findLast((each) => !each.elsewhere) ?? hits[0]
  if (hit === undefined) return null
  const last = hit.count - 1
  const nth = chosen === undefined || place === null ? (hit.elsewhere ? 0 : last) : Math.min(place.nth, last)
  const before = hits.slice(0, hits.indexOf(hit))
  return { hit, nth, at: countOf(before) + nth, count: countOf(hits) }
}

const countOf = (hits: readonly ChatHit[]): number => hits.reduce((sum, { count }) => sum + count, 0)

function matchAt(found: Found): Match | null {
  const at = foundAt(found)
  return at === null ? null : { eventId: at.hit.eventId, nth: at.nth }
}
