import type { Logger } from './logger.ts'

/**
 * Something with a lifetime: one signal, and clean-ups that run newest first. A clean-up that fails does not
 * skip the others, and closing twice is closing once.
 */
export type Scope = {
  readonly signal: AbortSignal
  readonly add: (cleanup: () => void | Promise<void>) => void
  readonly close: () => Promise<void>
}

export function createScope(logger: Logger): Scope {
  const controller = new AbortController()
  const cleanups: (() => void | Promise<void>)[] = []
  let closing: Promise<void> | null = null

  const run = async () => {
    controller.abort(new DOMException('The scope was closed.', 'AbortError'))
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
      try {
        await cleanup()
      } catch (error) {
        logger.error('A clean-up failed', error)
      }
    }
  }

  return {
    signal: controller.signal,
    add: (cleanup) => void cleanups.push(cleanup),
    close: () => {
      closing ??= run()
      return closing
    },
  }
}
