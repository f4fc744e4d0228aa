import type { RunHandle } from '../runs/run-handle.ts'

/** Waits for somebody, who is stopped with the run that waits. */
export async function withStop<T>(
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
