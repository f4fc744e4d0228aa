import { AppError } from '#shared/errors.ts'
import { type ProjectId, WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { listingOf, type WorkflowRows } from './rows.ts'

/** Windows show no fewer characters of an id. */
const LEAST_END = 4

/** Creates the lookup of runs, running or not. */
export function createStoredRuns(rows: WorkflowRows) {
  return {
    get: (id: WorkflowRunId): WorkflowRunDetail => {
      const run = rows.get(id)
      if (run !== null) return run
      throw AppError.saying('session.not_found', say('run.gone'))
    },
    /** A run's line, or null for one that is not stored here. */
    listing: (id: WorkflowRunId): WorkflowRunListing | null => {
      const run = rows.get(id)
      return run === null ? null : listingOf(run)
    },
    /** Finds a run by its whole id, or by the id's end as shown beside its name. */
    find: (projectId: ProjectId | null, text: string): WorkflowRunListing => {
      const id = WorkflowRunId.safeParse(text)
      const end = text.replace(/^#/, '')
      const run =
        (id.success ? rows.get(id.data) : null) ??
        (projectId === null || end.length < LEAST_END ? null : rows.ending(projectId, end))
      if (run !== null) return listingOf(run)
      throw AppError.saying('session.not_found', say('workflow.noRun', { id: text }))
    },
    list: rows.page,
  }
}
