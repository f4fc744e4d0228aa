import type { WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

/**
 * The runs that get a tab where there is room for `room`: the newest, but those at work and the one in view before
 * any other. They keep the order of the list, newest first.
 */
export function tabsShown(
  runs: readonly WorkflowRunListing[],
  open: WorkflowRunId | null,
  room: number,
): readonly WorkflowRunListing[] {
  const rank = (run: WorkflowRunListing) => (run.id === open ? 0 : run.state === 'running' ? 1 : 2)
  const chosen = new Set(runs.toSorted((left, right) => rank(left) - rank(right)).slice(0, Math.max(1, room)))
  return runs.filter((run) => chosen.has(run))
}
