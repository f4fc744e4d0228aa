import type { Clock } from '../../../src/main/lib/clock.ts'

type Waiter = { at: number; wake: () => void }

/** A clock that only moves when a test says so. Waits end in the order of their time. */
export type StoppedClock = Clock & {
  readonly advance: (ms: number) => void
  /** The waits that have not ended, as milliseconds from now, soonest first. */
  readonly waiting: () => readonly number[]
}

export function createStoppedClock(start = 1_700_000_000_000): StoppedClock {
  let passed = 0
  const waiters = new Set<Waiter>()
  const soonest = () => [...waiters].sort((left, right) => left.at - right.at)
  return {
    now: () => start + passed,
    elapsed: () => passed,
    after: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = () => {
          waiters.delete(waiter)
          reject(signal.reason)
        }
        const wake = () => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', stop)
          resolve()
        }
        const waiter = { at: passed + ms, wake }
        waiters.add(waiter)
        signal.addEventListener('abort', stop, { once: true })
      }),
    schedule: (ms, act) => {
      const wake = () => {
        waiters.delete(waiter)
        act()
      }
      const waiter = { at: passed + ms, wake }
      waiters.add(waiter)
      return () => void waiters.delete(waiter)
    },
    advance: (ms) => {
      passed += ms
      for (const waiter of soonest()) if (waiter.at <= passed) waiter.wake()
    },
    waiting: () => soonest().map((waiter) => waiter.at - passed),
  }
}
