import type { FormAnswer, SamplingAnswer } from '../messages.ts'
import type { AskLimits } from './answer-request.ts'
import { readElicitation } from './elicitation.ts'
import { readSampling } from './features/read-sampling.ts'
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
  /** Returns `none` where no request is running, or its questions are too many. */
  const during = async <T>(none: T, work: (limits: AskLimits) => Promise<T>): Promise<T> => {
    const newest = running.at(-1)
    if (newest === undefined) return none
    if (newest.open >= MOST_OPEN || newest.asked >= MOST_QUESTIONS) return none
    newest.asked += 1
    newest.open += 1
    try {
      return await newest.patience.paused(() => work(newest.limits))
    } finally {
      newest.open -= 1
    }
  }
  return {
    questions: async (
      params: Parameters<typeof readElicitation>[0],
      signal: AbortSignal,
    ): Promise<FormAnswer> => {
      const question = readElicitation(params)
      if (question === null) return { action: 'cancel' }
      return await during({ action: 'cancel' }, (limits) => limits.question(question, signal))
    },
    samples: async (
      params: Parameters<typeof readSampling>[0],
      signal: AbortSignal,
    ): Promise<SamplingAnswer> => {
      const request = readSampling(params)
      if (typeof request === 'string') return { action: 'refused', reason: request }
      const none = { action: 'refused', reason: 'No call is running that could ask a model.' } as const
      return await during<SamplingAnswer>(none, (limits) => limits.sample(request, signal))
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
