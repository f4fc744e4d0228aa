import type { NewId } from '../../lib/ids.ts'
import { lateAnswer } from '../run/call-answer.ts'
import type { AnswerFor } from '../run/closing.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { Known } from './tool-group.ts'

export type BegunBeforeDeps = {
  readonly newId: NewId
  /** Returns the answer to a call left open by the exit of the app; missing when none is available. */
  readonly answerFor?: AnswerFor
}

/**
 * Calls of a run that is taken up whose work had begun before the app was closed: what came of it is their answer, and it
 * is not done again.
 */
export function begunBefore({ newId, answerFor }: BegunBeforeDeps, run: RunHandle): Known['ahead'] {
  return {
    take: (call) => {
      const known = answerFor?.(run.record(), call) ?? null
      if (known === null) return null
      const eventId = newId('event')
      const answer = lateAnswer(call, eventId, known.result, known.whole ? null : 'interrupted')
      return { eventId, answer: Promise.resolve(answer) }
    },
  }
}
