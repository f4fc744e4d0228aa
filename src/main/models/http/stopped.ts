import { AppError } from '#shared/errors.ts'

/** Stopping is no failure. The reason given for it, such as a limit, is kept. */
export function throwIfStopped(signal: AbortSignal): void {
  if (!signal.aborted) return
  const reason: unknown = signal.reason
  throw reason instanceof AppError ? reason : AppError.cancelled('The request was stopped.')
}
