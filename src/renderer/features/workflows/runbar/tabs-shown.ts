import type { WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

/**
 * Returns the runs shown as tabs within `room`: active ones and the current one first, then the newest. The
 * order stays newest first.
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
