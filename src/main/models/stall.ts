import type { Clock } from '../lib/clock.ts'

/**
 * Notices that a server says nothing for too long. Only time spent waiting for the server counts, not the time
 * the reader of the answer takes. Marking a wait costs one look at the clock, since it happens for every token.
 */
export function createStallWatch(clock: Clock, onStall: () => void) {
  let since = Number.POSITIVE_INFINITY
  let round: AbortController | null = null

  const watch = async (limitMs: number, signal: AbortSignal) => {
    for (let left = limitMs; left > 0; left = since + limitMs - clock.elapsed()) {
      await clock.after(Math.min(left, limitMs), signal)
    }
    onStall()
  }

  const stop = () => {
    round?.abort()
    round = null
  }

  return {
    /** Starts a limit, in place of the one before. The wait begins now. */
    limit: (limitMs: number): void => {
      stop()
      const controller = new AbortController()
      round = controller
      since = clock.elapsed()
      watch(limitMs, controller.signal).catch(() => {
        // Being stopped is how a watch usually ends. A clock that fails must not leave a request unwatched.
        if (!controller.signal.aborted) onStall()
      })
    },
    waiting: (): void => {
      since = clock.elapsed()
    },
    served: (): void => {
      since = Number.POSITIVE_INFINITY
    },
    stop,
  }
}
