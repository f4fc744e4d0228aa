import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { ProjectId, type SessionId, WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

type Deps = {
  readonly projects: {
    readonly ensure: (path: string) => Promise<{ readonly id: ProjectId }>
    readonly get: (projectId: ProjectId) => Promise<unknown>
  }
  /** Takes over the runs the folder brought along, before one of them is looked for. */
  readonly imported: (projectId: ProjectId) => Promise<void>
  readonly runs: { readonly listing: (id: WorkflowRunId) => WorkflowRunListing | null }
  /** Finds a chat by name; throws an `AppError` when there is none. */
  readonly findChat: (named: string) => Promise<SessionListing>
  /** Names the chat that the next page opens. */
  readonly opensNext: (id: SessionId) => void
  readonly tell: (event: AppEvent) => void
}

/**
 * Handles targets named on the command line, by this start or a later one. Open windows are notified at once.
 */
export function createLaunchNamed({ projects, imported, runs, findChat, opensNext, tell }: Deps) {
  let project: ProjectId | null = null
  let run: WorkflowRunListing | null = null
  return {
    openProject: async (path: string): Promise<void> => {
      const { id } = await projects.ensure(path)
      project = id
      tell({ kind: 'open.project', projectId: id })
      await imported(id)
    },
    /** Shows a project of the list. Unlike a path, an id adds none. */
    openKnownProject: async (id: string): Promise<void> => {
      const known = ProjectId.safeParse(id)
      if (!known.success) throw AppError.saying('project.not_found', say('project.unlisted'))
      await projects.get(known.data)
      project = known.data
      tell({ kind: 'open.project', projectId: known.data })
    },
    openChat: async (words: string): Promise<void> => {
      const { id, projectId } = await findChat(words)
      project = projectId
      opensNext(id)
      tell({ kind: 'open.session', sessionId: id, projectId })
    },
    openWorkflowRun: async (id: string): Promise<void> => {
      const known = WorkflowRunId.safeParse(id)
      const found = known.success ? runs.listing(known.data) : null
      if (found === null) {
        throw AppError.saying('session.not_found', say('workflow.noRunNamed', { id }))
      }
      await projects.get(found.projectId)
      run = found
      tell({ kind: 'open.workflowRun', run: found })
    },
    // Returned once, because a reloaded page stays where the person is.
    takeProject: (): ProjectId | null => {
      const named = project
      project = null
      return named
    },
    takeWorkflowRun: (): WorkflowRunListing | null => {
      const named = run
      run = null
      return named
    },
  }
}

export type LaunchNamed = ReturnType<typeof createLaunchNamed>
