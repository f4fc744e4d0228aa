import type { FormAnswer } from '../messages.ts'
import type { AskLimits } from './answer-request.ts'
import { readElicitation } from './elicitation.ts'
import { createPatience, type Patience } from './patient-call.ts'

type Running = { readonly limits: AskLimits; readonly patience: Patience }

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
      return await newest.patience.paused(() => newest.limits.question(question, signal))
    },
    during: async <T>(limits: AskLimits, work: (patience: Patience) => Promise<T>): Promise<T> => {
      const patience = createPatience(limits.timeoutMs, limits.signal)
      const mine = { limits, patience }
      running.push(mine)
      try {
        return await patience.bound(work(patience))
      } finally {
        running.splice(running.indexOf(mine), 1)
      }
    },
  }
}
