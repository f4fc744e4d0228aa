import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'

/** Longer than any clean-up takes; a person who quits does not wait for one that hangs. */
export const QUIT_LIMIT_MS = 10_000

type Host = {
  /** Called when a quit was requested; the windows still exist. */
  readonly onQuitting: (listener: () => void) => unknown
  /** The windows are gone and the process is about to end. */
  readonly onEnding: (listener: (event: { preventDefault(): void }) => void) => unknown
  readonly exit: (code: number) => void
}

type QuitDeps = {
  readonly host: Host
  /** Ends all running work and writes pending data. */
  readonly close: () => Promise<void>
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
}

/**
 * Quitting in order: the windows go first and say their last word, then the app closes, then the process ends.
 * All of it has one limit, counted from the moment a person asked.
 */
export function quitInOrder({ host, close, clock, logger }: QuitDeps): void {
  const ended = new AbortController()
  let asked = false
  let closing = false

  const exit = (code: number) => {
    if (ended.signal.aborted) return
    ended.abort()
    host.exit(code)
  }
  const tooLong = () => {
    if (!ended.signal.aborted) logger.error('Quitting took too long; the rest is left to the next start')
    exit(1)
  }
  const failed = (error: unknown) => {
    logger.error('The app did not close in order', error)
    exit(1)
  }
  const startDeadline = () => {
    if (asked) return
    asked = true
    // It only rejects when the process has ended in order meanwhile.
    void clock.after(QUIT_LIMIT_MS, ended.signal).then(tooLong, () => undefined)
  }

  host.onQuitting(startDeadline)
  host.onEnding((event) => {
    event.preventDefault()
    startDeadline()
    if (closing) return
    closing = true
    void close().then(() => exit(0), failed)
  })
}
