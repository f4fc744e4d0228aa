import type { EventId } from '#shared/ids.ts'
import type { ChatAnswer } from '#shared/search/search.ts'

/** What was found for a query, and the place at which the person is; null: none was chosen, so the newest one. */
export type Found = { readonly query: string; readonly answer: ChatAnswer; readonly place: EventId | null }

/**
 * Takes an answer in. Until the index has caught up, only a place that somebody chose stays: the newest place may not
 * be among those that were found yet, and neither may the one that was asked for. Afterwards the person stays where
 * they are, whatever is found later.
 */
export function foundMore(
  before: Found | null,
  query: string,
  answer: ChatAnswer,
  asked: EventId | null,
): Found {
  const place = asked ?? (before?.query === query ? before.place : null)
  const found = { query, answer, place }
  return answer.behind > 0 ? found : { ...found, place: placeAt(found) }
}

/** The place `by` places on, in a circle. */
export function foundStep(before: Found, by: 1 | -1): Found {
  const count = before.answer.hits.length
  if (count === 0) return before
  const next = before.answer.hits[(foundAt(before) + by + count) % count]
  return { ...before, place: next?.eventId ?? null }
}

/** Which of the hits the person is at: the chosen place, otherwise the newest on the branch that is shown. */
export function foundAt({ answer: { hits }, place }: Found): number {
  const chosen = place === null ? -1 : hits.findIndex((hit) => hit.eventId === place)
  if (chosen >= 0) return chosen
  const newest = hits.findLastIndex((hit) => !hit.elsewhere)
  return Math.max(0, newest)
}

const placeAt = (found: Found): EventId | null => found.answer.hits[foundAt(found)]?.eventId ?? null
