import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

type Run = Pick<WorkflowRunListing, 'createdAt' | 'usd'>

/**
 * What the runs that began on this day have cost, newest first. Null where no price is known, where it was the only run,
 * or where some of the day may not be at hand: `total` counts those that are not loaded too.
 */
export function usdToday(runs: readonly Run[], total: number, now: number): number | null {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const today = runs.filter(({ createdAt }) => createdAt >= midnight)
  const priced = today.filter(({ usd }) => usd !== null)
  if (priced.length < 2 || (today.length === runs.length && total > runs.length)) return null
  return priced.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
}
