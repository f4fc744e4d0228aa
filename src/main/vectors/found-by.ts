import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { FoundBy } from '#shared/memory/found-by.ts'

/** Which ways something was found, as a model and whoever reads its log are told. */
export function foundBy(by: readonly FoundBy[]): string {
  return by.length === 0 ? 'always used here' : `by ${by.join(' and ')}`
}

/** Why only words were compared. Null: they were not, or nobody chose a model for more. */
export function missedMeaning(missed: MissedMeaning | null): string | null {
  if (missed === null) return null
  const why = missed === 'late' ? 'did not answer in time' : 'could not be asked'
  return `Only words were compared: the embeddings model ${why}.`
}
