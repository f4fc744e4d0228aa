import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** The longest wait for the person in milliseconds. */
const LIMIT_MS = 5 * 60_000

/** Lets one sign-in of a provider wait for the person at a time. Another one ends it. */
export function createOneSignIn(limitMs = LIMIT_MS) {
  let ending: AbortController | null = null
  return {
    /** Runs a sign-in. Rejects when it is canceled or takes too long. */
    run: async (signIn: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> => {
      ending?.abort(canceled())
      const mine = new AbortController()
      ending = mine
      const late = AbortSignal.timeout(limitMs)
      try {
        await signIn(AbortSignal.any([signal, mine.signal, late]))
      } catch (error) {
        if (mine.signal.aborted) throw canceled()
        if (late.aborted) throw AppError.saying('llm.timeout', say('signIn.late'))
        throw error
      } finally {
        if (ending === mine) ending = null
      }
    },
    cancel: (): void => ending?.abort(canceled()),
  }
}

const canceled = () => AppError.saying('llm.auth', say('signIn.canceled'))
