import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import { projectPaths } from '../../config/paths.ts'
import type { RunImport } from '../host/import-runs.ts'
import { importNotice } from './workflow-words.ts'

type Deps = {
  readonly get: (projectId: ProjectId) => Promise<Project>
  readonly take: RunImport
  readonly tell: (event: AppEvent) => void
  readonly locale: () => MainLocale
  readonly report: (error: unknown) => void
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Looks for runs a project's folder brought along whenever the project is opened, once at a time. */
export function createRunImports(deps: Deps) {
  const going = new Map<ProjectId, Promise<void>>()

  const look = async (projectId: ProjectId): Promise<void> => {
    const { path, name, missing } = await deps.get(projectId)
    if (missing) return
    const place = { projectId, cwd: path, folder: projectPaths(path).workflowRuns }
    const { runs, problems } = await deps.take(place, deps.signal)
    for (const listing of runs) deps.tell({ kind: 'workflow.listed', listing })
    if (problems.length === 0) return
    deps.tell({ kind: 'notice', level: 'warn', text: importNotice(deps.locale(), name, problems) })
  }

  /** Imports all runs of a project. A failure is reported and blocks nothing. */
  const ofProject = (projectId: ProjectId): Promise<void> => {
    const before = going.get(projectId)
    if (before !== undefined) return before
    const now = look(projectId)
      .catch((error: unknown) => (deps.signal.aborted ? undefined : deps.report(error)))
      .finally(() => going.delete(projectId))
    going.set(projectId, now)
    return now
  }
  return {
    ofProject,
    /** Resolves when nothing is being taken over any more. */
    idle: async (): Promise<void> => void (await Promise.all(going.values())),
  }
}
