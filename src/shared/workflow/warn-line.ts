/** From this part of a ceiling on the person is warned, unless they chose a line of their own. */
export const WARN_SHARE = 0.75

/** From how many output tokens on the person is warned, or null for a run without a line and without a ceiling. */
export function warnLine({
  warnAt,
  budget,
}: {
  warnAt: number | null
  budget: number | null
}): number | null {
  return lineOf(warnAt, budget)
}

/** The same in US dollars. */
export function warnLineUsd(run: { warnUsd: number | null; budgetUsd: number | null }): number | null {
  return lineOf(run.warnUsd, run.budgetUsd)
}

function lineOf(warn: number | null, ceiling: number | null): number | null {
  if (warn !== null) return ceiling === null ? warn : Math.min(warn, ceiling)
  return ceiling === null ? null : ceiling * WARN_SHARE
}
