import type { FormAnswer } from '../messages.ts'
import type { AskLimits } from './answer-request.ts'
import { readElicitation } from './elicitation.ts'
import { createPatience, type Patience } from './patient-call.ts'

type Running = { readonly limits: AskLimits; readonly patience: Patience; asked: number; open: number }

/** Limits of the questions of one request: those that wait together, and all. The server receives a cancellation for more. */
const MOST_OPEN = 3
const MOST_QUESTIONS = 20

/**
 * Questions of one server. The protocol names no call with a question, so it belongs to the newest running request. A
 * server without a running request receives a cancellation.
 */
export function createQuestions() {
  const running: Running[] = []
  return {
    questions: async (
      params: Parameters<typeof readElicitation>[0],
      signal: AbortSignal,
    ): Promise<FormAnswer> => {
      const newest = running.at(-1)
      const question = readElicitation(params)
      if (newest === undefined || question === null) return { action: 'cancel' }
      if (newest.open >= MOST_OPEN || newest.asked >= MOST_QUESTIONS) return { action: 'cancel' }
      newest.asked += 1
      newest.open += 1
      try {
        return await newest.patience.paused(() => newest.limits.question(question, signal))
      } finally {
        newest.open -= 1
      }
    },
    during: async <T>(limits: AskLimits, work: (patience: Patience) => Promise<T>): Promise<T> => {
      const patience = createPatience(limits.timeoutMs, limits.signal)
      const mine = { limits, patience, asked: 0, open: 0 }
      running.push(mine)
      try {
        return await patience.bound(work(patience))
      } finally {
        running.splice(running.indexOf(mine), 1)
      }
    },
  }
}
