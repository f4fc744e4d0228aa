import type { Logger } from '../lib/logger.ts'

const WINDOW_MS = 60_000
const LINES = 20
const NAME_LENGTH = 80

/**
 * Logs refused calls: the name and the reason, never what was sent. A page that has gone wild fills a minute
 * with a few lines and a count, not the disk.
 */
export function createRefusals(deps: { readonly logger: Logger; readonly now: () => number }) {
  let since = Number.NEGATIVE_INFINITY
  let count = 0

  return (name: unknown, reason: string) => {
    const now = deps.now()
    if (now - since >= WINDOW_MS) {
      if (count > LINES) deps.logger.warn('More calls were refused', { count: count - LINES })
      since = now
      count = 0
    }
    count += 1
    if (count > LINES) return
    const shown = typeof name === 'string' ? name.slice(0, NAME_LENGTH) : `(${typeof name})`
    deps.logger.warn('A call was refused', { name: shown, reason })
  }
}
