import { useCallback } from 'react'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../api.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { useWorkflows } from '../workflows-context.ts'
import { othersOf } from './others-of.ts'

/** As many as one answer holds; a script that ran more often is compared with its newest runs. */
const MOST = 200

/** Returns the runs to compare with, most likely first. */
export function useOthers(run: WorkflowRunListing) {
  const { api } = useWorkflows()
  const { id, projectId, name, forkOf } = run
  const ask = useCallback(async () => {
    const { runs } = await api.call('workflow.runs', { projectId, name, offset: 0, limit: MOST })
    const isThere = forkOf === null || runs.some((each) => each.id === forkOf)
    const origin = isThere ? null : await api.call('workflow.find', { projectId, id: forkOf }).catch(ifGone)
    return othersOf({ id, name, forkOf }, origin === null ? runs : [origin, ...runs])
  }, [api, id, projectId, name, forkOf])
  return useAsked<readonly WorkflowRunListing[]>(ask, (error) => problemOf(error).message)
}

/** The run that one is a fork of may have been removed. */
function ifGone(error: unknown): null {
  if (problemOf(error).code === 'session.not_found') return null
  throw error
}
