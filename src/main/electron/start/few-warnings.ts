import type { Logger } from '../../lib/logger.ts'

const WINDOW_MS = 60_000
const LINES = 20

/** A page that has gone wild fills a minute of the log with a few lines and a count, and not the disk. */
export function createFewWarnings(deps: {
  readonly logger: Logger
  readonly now: () => number
}): Logger['warn'] {
  let since = Number.NEGATIVE_INFINITY
  let count = 0

  return (message, data) => {
    const now = deps.now()
    if (now - since >= WINDOW_MS) {
      if (count > LINES) deps.logger.warn('More warnings of this kind came', { count: count - LINES })
      since = now
      count = 0
    }
    count += 1
    if (count <= LINES) deps.logger.warn(message, data)
  }
}
