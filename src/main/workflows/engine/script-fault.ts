import { AppError } from '#shared/errors.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'

type Known = Sentence & { readonly name: SentenceName }

/** Returns a script problem as an error for the caller. */
export function invalidScript(fileName: string, { line, column, message, said }: ScriptProblem): AppError {
  const at = say('script.at', { file: fileName, line: String(line), column: String(column) })
  return AppError.quoting('script.invalid', message, { said }).framed([at])
}

/** A call that a script must not make like this. The script can catch it. */
export const badCall = (said: Known) => AppError.saying('script.invalid', said)

/** A bound of the run was met. `parallel` and `pipeline` hand it on instead of making it `null`. */
export const overLimit = (said: Known) => AppError.saying('limit.exceeded', said)

export const runEnded = () => AppError.saying('script.failed', say('run.ended'))
