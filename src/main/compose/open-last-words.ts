import type { RunRecord } from '#shared/run/run.ts'
import { createLostAnswers } from '../agents/lost-answers.ts'
import { lastWordsOf } from '../runs/last-words.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Storage } from './open-storage.ts'

type Deps = { readonly storage: Pick<Storage, 'paths' | 'reader'>; readonly log: RunLog }

/** What runs have come to, and what that says of calls that the end of the app left open. */
export function openLastWords({ storage: { paths, reader }, log }: Deps) {
  const lastWords = (run: RunRecord) => lastWordsOf(paths.of, run)
  return { lastWords, answerFor: createLostAnswers({ log, childrenOf: reader.childrenOf, lastWords }) }
}
