import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

type Run = Pick<WorkflowRunListing, 'id' | 'name' | 'forkOf'>

/** As many of the newest earlier runs are asked. */
const ASKED = 8

/**
 * Returns the estimated time left, by the median of earlier runs of the script. Null without usable runs, for
 * an overdue run and for forks, which skip work of their parent.
 */
export function timeLeft(run: Run, runs: readonly WorkflowRunListing[], elapsed: number): number | null {
  if (run.forkOf !== null) return null
  const took = runs
    .filter((each) => each.name === run.name && each.id !== run.id && isWhole(each))
    .slice(0, ASKED)
    .map(({ createdAt, endedAt, updatedAt }) => (endedAt ?? updatedAt) - createdAt)
    .sort((left, right) => left - right)
  const middle = took[Math.floor(took.length / 2)]
  return middle === undefined || middle <= elapsed ? null : middle - elapsed
}

/** It did everything itself and in one go, so the time between its ends is the time it took. */
const isWhole = ({ state, attempt, forkOf }: WorkflowRunListing) =>
  state === 'done' && attempt === 1 && forkOf === null
