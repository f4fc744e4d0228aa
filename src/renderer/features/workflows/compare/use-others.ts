import { useMemo } from 'react'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useQuery } from '../../../data/use-query.ts'
import { othersOf } from './others-of.ts'

/** As many as one answer holds; a script that ran more often is compared with its newest runs. */
const MOST = 200

/** Returns the runs to compare with, most likely first. */
export function useOthers(run: WorkflowRunListing) {
  const { id, projectId, name, forkOf } = run
  const listed = useQuery('workflow.runs', { projectId, name, offset: 0, limit: MOST })
  const runs = listed.data?.runs ?? null
  const isOriginListed = forkOf === null || runs === null || runs.some((each) => each.id === forkOf)
  const found = useQuery('workflow.find', isOriginListed ? null : { projectId, id: forkOf })
  // The run that this one is a fork of may have been removed.
  const isRemoved = found.code === 'session.not_found'
  const isComplete = runs !== null && (found.state === 'idle' || found.data !== null || isRemoved)
  const data = useMemo(() => {
    if (!isComplete) return null
    return othersOf({ id, name, forkOf }, found.data === null ? runs : [found.data, ...runs])
  }, [id, name, forkOf, runs, found.data, isComplete])
  const problem = listed.problem ?? (isRemoved ? null : found.problem)
  const reload = () => {
    listed.reload()
    found.reload()
  }
  return { data, problem, reload }
}
