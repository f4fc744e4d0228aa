/** From this part of a ceiling on the person is warned, unless they chose a line of their own. */
export const WARN_SHARE = 0.75

/** From how many output tokens on the person is warned, or null for a run without a line and without a ceiling. */
export function warnLine(run: {
  readonly warnAt: number | null
  readonly budget: number | null
}): number | null {
  const { warnAt, budget } = run
  if (warnAt !== null) return budget === null ? warnAt : Math.min(warnAt, budget)
  return budget === null ? null : budget * WARN_SHARE
}
