import type { Clock } from '../lib/clock.ts'

export const LATE = Symbol('late')

/**
 * Waits for `work` for at most `ms`. A disk that does not answer cannot be stopped, only left behind; its
 * answer, when it comes, is dropped.
 */
export async function within<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | typeof LATE> {
  const done = new AbortController()
  const limit = clock.after(ms, AbortSignal.any([done.signal, signal])).then(
    (): typeof LATE => LATE,
    (): typeof LATE => {
      signal.throwIfAborted()
      return LATE
    },
  )
  try {
    return await Promise.race([work, limit])
  } finally {
    // Both promises may reject later without a listener.
    limit.catch(() => {})
    work.catch(() => {})
    done.abort()
  }
}

/** Runs `work` over items, at most `width` at a time, and keeps their order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as T
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}
