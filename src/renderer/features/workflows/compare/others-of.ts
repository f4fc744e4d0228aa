import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

type Run = Pick<WorkflowRunListing, 'id' | 'name' | 'forkOf'>

/** The run that one is a fork of, then the others of the same script in the order they came. */
export function othersOf<Other extends Run>(run: Run, runs: readonly Other[]): readonly Other[] {
  const origin = runs.filter(({ id }) => id === run.forkOf)
  const namesakes = runs.filter(({ id, name }) => name === run.name && id !== run.id && id !== run.forkOf)
  return [...origin, ...namesakes]
}
