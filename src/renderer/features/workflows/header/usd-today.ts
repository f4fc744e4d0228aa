import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

type Run = Pick<WorkflowRunListing, 'createdAt' | 'usd'>

/**
 * Returns today's cost of runs, newest first. Null without prices, for a single run, or if part of the day
 * may not be loaded: `total` includes unloaded runs.
 */
export function usdToday(runs: readonly Run[], total: number, now: number): number | null {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const today = runs.filter(({ createdAt }) => createdAt >= midnight)
  const priced = today.filter(({ usd }) => usd !== null)
  if (priced.length < 2 || (today.length === runs.length && total > runs.length)) return null
  return priced.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
}
