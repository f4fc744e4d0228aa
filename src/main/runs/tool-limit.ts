import { AppError } from '#shared/errors.ts'
import type { Clock } from '../lib/clock.ts'

/** The time one call may take. It stands still while the person is asked. */
export type ToolLimit = {
  /** Aborts when the time is over, or when the run is stopped. */
  readonly signal: AbortSignal
  readonly whilePaused: <T>(wait: () => Promise<T>) => Promise<T>
  /** Stops counting for good. */
  readonly end: () => void
}

/** What limits a call that has limits of its own: the run it belongs to. */
export function runsOn(run: AbortSignal): ToolLimit {
  return { signal: AbortSignal.any([run]), whilePaused: (wait) => wait(), end: () => {} }
}

type Limited = { readonly run: AbortSignal; readonly limitMs: number; readonly tool: string }

export function createToolLimit(clock: Clock, { run, limitMs, tool }: Limited): ToolLimit {
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
    signal: AbortSignal.any([run, over.signal]),
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
