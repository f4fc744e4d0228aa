import type { Logger } from './logger.ts'

/**
 * Something with a lifetime: one signal, and clean-ups that run newest first. A clean-up that fails does not
 * skip the others, and closing twice is closing once. What is added after the end is cleaned up at once. `reason` is
 * the abort reason of the signal.
 */
export type Scope = {
  readonly signal: AbortSignal
  readonly add: (cleanup: () => void | Promise<void>) => void
  readonly close: () => Promise<void>
}

export function createScope(logger: Logger, reason: unknown): Scope {
  const controller = new AbortController()
  const { signal } = controller
  const cleanups: (() => void | Promise<void>)[] = []
  let draining = false
  let drained: Promise<void> = Promise.resolve()

  const drain = async () => {
    draining = true
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
      try {
        await cleanup()
      } catch (error) {
        logger.error('A clean-up failed', error)
      }
    }
    draining = false
  }

  return {
    signal,
    add: (cleanup) => {
      cleanups.push(cleanup)
      // A resource opened while the scope was ending must not stay open.
      if (signal.aborted && !draining) drained = drain()
    },
    close: () => {
      if (!signal.aborted) {
        draining = true
        controller.abort(reason)
        drained = drain()
      }
      return drained
    },
  }
}
