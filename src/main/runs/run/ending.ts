import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'

/**
 * Returns the status of a run that threw or was aborted. An abort is an outcome and not an error, unless a
 * limit caused it.
 */
export function endingOf(
  signal: AbortSignal,
  error: unknown,
): [RunStatus, { reason?: string; error?: AppError }] {
  const reason: unknown = signal.reason
  if (signal.aborted && reason instanceof AppError && reason.code !== 'cancelled') {
    return ['failed', { error: reason }]
  }
  if (signal.aborted) {
    return ['cancelled', { reason: reason instanceof AppError ? reason.message : 'Stopped.' }]
  }
  if (error instanceof AppError && error.code === 'cancelled') return ['cancelled', { reason: error.message }]
  if (error instanceof AppError) return ['failed', { error }]
  return [
    'failed',
    {
      error: AppError.saying('other', say('run.broke'), { cause: error }),
    },
  ]
}
