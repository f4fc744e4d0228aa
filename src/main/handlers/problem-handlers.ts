import { AppError } from '#shared/errors.ts'
import type { PROBLEM_CALLS } from '#shared/ipc/calls/problem-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import type { EditChecks } from '../problems/edit-checks.ts'

type Rooms = {
  readonly checks: Pick<EditChecks, 'list' | 'fileOf'>
  readonly shell: Pick<ShellPort, 'openAtLine'>
}

/** Creates the handlers for problems that checks found. */
export function createProblemHandlers({ checks, shell }: Rooms): Pick<Handlers, keyof typeof PROBLEM_CALLS> {
  return {
    'problems.list': ({ projectId }) => checks.list(projectId),
    'problems.open': async ({ projectId, path, line }) => {
      const file = checks.fileOf(projectId, path)
      if (file === null) throw AppError.saying('other', say('problems.gone'))
      if (!(await shell.openAtLine(file, line))) throw AppError.saying('other', say('changes.noEditor'))
      return null
    },
  }
}
