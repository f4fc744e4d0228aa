const PAGE = 8
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
}

/** The active row of a list and its length. `wraps`: the arrow keys lead from one end to the other. */
type Place = { readonly at: number; readonly count: number; readonly wraps: boolean }

/** Returns the row that a key moves to; null for other keys and for an empty list. */
export function finderMove(key: string, { at, count, wraps }: Place): number | null {
  const step = STEPS[key]
  if (step === undefined || count === 0) return null
  if (wraps && Math.abs(step) === 1) return (at + step + count) % count
  return Math.max(0, Math.min(count - 1, at + step))
}
