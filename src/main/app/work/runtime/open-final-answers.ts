import type { RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { createRecoverOpenCalls } from '../../../agents/after-restart/recover-open-calls.ts'
import type { AnswerFor } from '../../../runs/run/closing.ts'
import { finalAnswerOf } from '../../../runs/run/final-answer.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import type { Storage } from '../../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'paths' | 'reader'>
  readonly equipment: {
    /** Marks an agent of a resumed answer as ended before the app was started. */
    readonly endedBefore: (runId: RunId) => void
  }
}

/** Opens the lookup of final answers, and of answers for calls left open by the exit of the app. */
export function openFinalAnswers({ storage: { paths, reader }, equipment }: Deps, log: RunLog) {
  const finalAnswer = (run: RunRecord) => finalAnswerOf(paths.recent, run)
  const { childrenOf } = reader
  const answerFor = createRecoverOpenCalls({ log, childrenOf, finalAnswer, pathOf: paths.of })
  /** Answers open calls of a running run, and waits for agents called in addition. */
  const answerAhead: AnswerFor = (run, call) => {
    const known = answerFor(run, call)
    const details = known?.result.details
    if (details?.kind === 'agent' && details.state !== 'background') equipment.endedBefore(run.runId)
    return known
  }
  return { finalAnswer, answerFor, answerAhead }
}
