/** How much two sets of words have in common, from 0 to 1 (requirement A-ME-02). */
export function diceOverlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0
  return (2 * sharedOf(left, right).length) / (left.size + right.size)
}

/** The words that are in both. */
export function sharedOf(left: ReadonlySet<string>, right: ReadonlySet<string>): string[] {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left]
  return [...few].filter((word) => many.has(word))
}

/** How much later places of a list count less. The usual figure of reciprocal rank fusion. */
const DAMPING = 60

/**
 * Joins several orders of the same things into one figure for each, from 0 to 1 (first everywhere). What a list does
 * not name gets nothing from it.
 */
export function fuseRanks<Id>(lists: readonly (readonly Id[])[]): ReadonlyMap<Id, number> {
  const best = lists.length / (DAMPING + 1)
  const sums = new Map<Id, number>()
  for (const list of lists) {
    list.forEach((id, place) => {
      sums.set(id, (sums.get(id) ?? 0) + 1 / (DAMPING + place + 1))
    })
  }
  return new Map([...sums].map(([id, sum]) => [id, best === 0 ? 0 : sum / best]))
}
