import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { FoundBy } from '#shared/memory/found-by.ts'

/** Formats the kinds of match for a model and for readers of its log. */
export function foundBy(by: readonly FoundBy[]): string {
  return by.length === 0 ? 'always used here' : `by ${by.join(' and ')}`
}

/** Returns the reason only words were compared. Null when meanings were compared or no model is chosen. */
export function missedMeaning(missed: MissedMeaning | null): string | null {
  if (missed === null) return null
  const why = missed === 'late' ? 'did not answer in time' : 'could not be asked'
  return `Only words were compared: the embeddings model ${why}.`
}
