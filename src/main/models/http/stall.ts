import type { Clock } from '../../lib/clock.ts'

/**
 * Notices that a server says nothing for too long. Only time spent waiting for the server counts, not the time
 * the reader of the answer takes. Marking a wait costs one look at the clock, since it happens for every token.
 */
export function createStallWatch(clock: Clock, onStall: () => void) {
  let since = Number.POSITIVE_INFINITY
  let cancel = () => {}

  /** Looks again when the limit could be reached at the soonest. */
  const watch = (limitMs: number, ms: number) => {
    cancel = clock.schedule(ms, () => {
      const left = since + limitMs - clock.elapsed()
      if (left > 0) watch(limitMs, Math.min(left, limitMs))
      else onStall()
    })
  }

  return {
    /** Starts a limit, in place of the one before. The wait begins now. */
    limit: (limitMs: number): void => {
      cancel()
      since = clock.elapsed()
      watch(limitMs, limitMs)
    },
    waiting: (): void => {
      since = clock.elapsed()
    },
    served: (): void => {
      since = Number.POSITIVE_INFINITY
    },
    stop: (): void => cancel(),
  }
}
