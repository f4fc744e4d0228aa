import { AppError } from '#shared/errors.ts'
import type { Embedder } from '../embedder.ts'
import { delayAfter, pause, type RetryDeps } from './retry.ts'

/** An embedder that tries again after failures that may pass. */
export function patientEmbedder(embedder: Embedder, deps: Pick<RetryDeps, 'clock' | 'random'>): Embedder {
  return {
    ...embedder,
    embed: async (texts, signal, onUsed) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await embedder.embed(texts, signal, onUsed)
        } catch (error) {
          const delayMs = delayAfter(error, attempt, deps.random)
          if (!(error instanceof AppError) || delayMs === null || signal.aborted) throw error
          await pause(deps.clock, delayMs, signal)
        }
      }
    },
  }
}
