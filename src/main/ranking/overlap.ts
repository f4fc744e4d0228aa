/** Returns the Dice coefficient of two sets of words, from 0 to 1 (requirement A-ME-02). */
export function diceOverlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0
  return (2 * sharedOf(left, right).length) / (left.size + right.size)
}

/** The words that are in both. */
export function sharedOf(left: ReadonlySet<string>, right: ReadonlySet<string>): string[] {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left]
  return [...few].filter((word) => many.has(word))
}

/**
 * Damping of reciprocal rank fusion. A low value favours the first places, which suits two short lists that
 * often agree.
 */
const DAMPING = 10

/**
 * Joins several ways to score the same things into one figure for each, from 0 to 1 (first everywhere). What scores the
 * same has the same place; what scores nothing gets nothing.
 */
export function fuseRanks(ways: readonly (readonly number[])[]): number[] {
  const sums = Array.from({ length: Math.max(0, ...ways.map(({ length }) => length)) }, () => 0)
  for (const scores of ways) {
    const better = [...scores].sort((left, right) => right - left)
    scores.forEach((score, index) => {
      if (score <= 0) return
      sums[index] = (sums[index] ?? 0) + (DAMPING + 1) / (DAMPING + 1 + better.indexOf(score))
    })
  }
  return sums.map((sum) => sum / Math.max(1, ways.length))
}
