import type { RunHandle } from '../../runs/run/run-handle.ts'

/** Waits for an agent and stops it when the waiting run is aborted. */
export async function awaitWithAbort<T>(
  { signal }: Pick<RunHandle, 'signal'>,
  stop: (reason: unknown) => void,
  done: Promise<T>,
): Promise<T> {
  const stopIt = () => stop(signal.reason)
  signal.addEventListener('abort', stopIt, { once: true })
  if (signal.aborted) stopIt()
  try {
    return await done
  } finally {
    signal.removeEventListener('abort', stopIt)
  }
}
