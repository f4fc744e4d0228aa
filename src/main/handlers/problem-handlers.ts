import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { PROBLEM_CALLS } from '#shared/ipc/calls/problem-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { CheckListing } from '#shared/problems/check-listing.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import type { EditChecks } from '../problems/edit-checks.ts'

type Rooms = {
  readonly checks: Pick<EditChecks, 'list' | 'fileOf'>
  readonly listing: (projectId: ProjectId) => Promise<CheckListing>
  readonly turnServer: (server: { projectId: ProjectId; id: string }, digest: string | null) => Promise<void>
  /** Returns the folder of a worktree of a project, with its links resolved; null for the project itself. */
  readonly folderOf: (projectId: ProjectId, placeId: ChangePlaceId) => Promise<string | null>
  readonly shell: Pick<ShellPort, 'openAtLine'>
}

/** Creates the handlers for problems that checks found. */
export function createProblemHandlers({
  checks,
  listing,
  turnServer,
  folderOf,
  shell,
}: Rooms): Pick<Handlers, keyof typeof PROBLEM_CALLS> {
  return {
    'problems.list': async ({ projectId, placeId }) =>
      checks.list(projectId, await folderOf(projectId, placeId)),
    'problems.checks': ({ projectId }) => listing(projectId),
    'problems.turnServer': async ({ projectId, id, digest }) => {
      await turnServer({ projectId, id }, digest)
      return null
    },
    'problems.open': async ({ projectId, placeId, path, line }) => {
      const file = checks.fileOf(projectId, await folderOf(projectId, placeId), path)
      if (file === null) throw AppError.saying('other', say('problems.gone'))
      if (!(await shell.openAtLine(file, line))) throw AppError.saying('other', say('changes.noEditor'))
      return null
    },
  }
}
