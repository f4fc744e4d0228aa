import { AppError } from '#shared/errors.ts'
import type { Clock } from '../lib/clock.ts'

/** The time one call may take. It stands still while the person is asked. */
export type ToolLimit = {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal
  readonly whilePaused: <T>(wait: () => Promise<T>) => Promise<T>
  /** Stops counting for good. */
  readonly end: () => void
}

/** What limits a call that has limits of its own. */
export const NO_LIMIT: ToolLimit = {
  signal: new AbortController().signal,
  whilePaused: (wait) => wait(),
  end: () => {},
}

export function createToolLimit(clock: Clock, limitMs: number, tool: string): ToolLimit {
  const over = new AbortController()
  let left = limitMs
  let since = clock.elapsed()
  let cancel = () => {}

  const go = (): void => {
    since = clock.elapsed()
    cancel = clock.schedule(left, () =>
      over.abort(AppError.forAgent('tool.timeout', `${tool} was stopped after ${worded(limitMs)}.`)),
    )
  }
  const halt = (): void => {
    cancel()
    left = Math.max(0, left - (clock.elapsed() - since))
  }

  go()
  return {
    signal: over.signal,
    whilePaused: async (wait) => {
      halt()
      try {
        return await wait()
      } finally {
        go()
      }
    },
    end: halt,
  }
}

function worded(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`
}
