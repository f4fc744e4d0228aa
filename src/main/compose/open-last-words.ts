import type { RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { createLostAnswers } from '../agents/lost-answers.ts'
import type { AnswerFor } from '../runs/closing.ts'
import { lastWordsOf } from '../runs/last-words.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'paths' | 'reader'>
  readonly log: RunLog
  /** An agent of an answer that is gone on with had ended before the app was started. */
  readonly endedBefore: (runId: RunId) => void
}

/** What runs have come to, and what that says of calls that the end of the app left open. */
export function openLastWords({ storage: { paths, reader }, log, endedBefore }: Deps) {
  const lastWords = (run: RunRecord) => lastWordsOf(paths.of, run)
  const { childrenOf } = reader
  const answerFor = createLostAnswers({ log, childrenOf, lastWords, pathOf: paths.of })
  /** The same for a run that goes on, and waits for who is called besides. */
  const answerAhead: AnswerFor = (run, call) => {
    const known = answerFor(run, call)
    const details = known?.result.details
    if (details?.kind === 'agent' && details.state !== 'background') endedBefore(run.runId)
    return known
  }
  return { lastWords, answerFor, answerAhead }
}
