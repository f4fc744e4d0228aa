import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { throwIfStopped } from '../http/stopped.ts'
import type { Model, ModelChunk, ModelRequest } from '../model.ts'

export type RetryDeps = {
  readonly clock: Clock
  /** From 0 up to 1. */
  readonly random: () => number
  /** One more try is about to be made: the number of the one that failed, and how long until the next. */
  readonly onRetry: (attempt: number, delayMs: number, error: AppError) => void
}

const MAX_ATTEMPTS = 4
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** A server that asks for more patience than this is better reported than waited for. */
const LONGEST_RETRY_AFTER_MS = 120_000

/**
 * A model that tries again after failures that may pass, as long as nothing of the answer has reached the
 * caller. From the first chunk on the caller reads the inner model directly.
 */
export function withRetry(model: Model, deps: RetryDeps): Model {
  return {
    ...model,
    stream: (request, signal) => ({
      [Symbol.asyncIterator]: () => retrying(model, request, signal, deps),
    }),
  }
}

function retrying(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  deps: RetryDeps,
): AsyncIterator<ModelChunk> {
  let inner: AsyncIterator<ModelChunk> | null = null

  const first = async (): Promise<IteratorResult<ModelChunk>> => {
    for (let attempt = 1; ; attempt += 1) {
      const opened = model.stream(request, signal)[Symbol.asyncIterator]()
      inner = opened
      try {
        return await opened.next()
      } catch (error) {
        inner = null
        const delayMs = delayAfter(error, attempt, deps.random)
        if (!(error instanceof AppError) || delayMs === null || signal.aborted) throw error
        deps.onRetry(attempt, delayMs, error)
        await pause(deps.clock, delayMs, signal)
      }
    }
  }

  return {
    next: () => inner?.next() ?? first(),
    return: async (value) => inner?.return?.(value) ?? { done: true, value },
  }
}

/** Returns the delay before the next attempt, or null for none. */
export function delayAfter(error: unknown, attempt: number, random: () => number): number | null {
  if (!(error instanceof AppError) || !error.recoverable || attempt >= MAX_ATTEMPTS) return null
  const asked = error.retryAfterMs
  if (asked !== null && asked > LONGEST_RETRY_AFTER_MS) return null
  const step = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  // Between half and the whole step, so that many agents do not come back at the same moment.
  const backOff = Math.round(step * (0.5 + random() / 2))
  return Math.max(backOff, asked ?? 0)
}

/** Waits before the next try. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.after(ms, signal)
  } catch (error) {
    throwIfStopped(signal)
    throw error
  }
}
