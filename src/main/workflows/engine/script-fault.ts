import { AppError } from '#shared/errors.ts'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'

/** A problem of a script as an error for whoever wanted to start it. */
export function invalidScript(fileName: string, { line, column, message }: ScriptProblem): AppError {
  return new AppError('script.invalid', `${fileName}, line ${line}, column ${column}: ${message}`)
}

/** A call that a script must not make like this. The script can catch it. */
export const badCall = (message: string) => new AppError('script.invalid', message)

/** A bound of the run was met. `parallel` and `pipeline` hand it on instead of making it `null`. */
export const overLimit = (message: string) => new AppError('limit.exceeded', message)

export const runEnded = () =>
  new AppError('script.failed', 'The run has ended, so no more agents can be started.')
