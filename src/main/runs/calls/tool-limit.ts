import { AppError } from '#shared/errors.ts'
import type { Clock } from '../../lib/clock.ts'

/** The time limit of one call. It pauses while the person is asked. */
export type ToolLimit = {
  /** Aborts when the time is over, or when the run is stopped. */
  readonly signal: AbortSignal
  readonly whilePaused: <T>(wait: () => Promise<T>) => Promise<T>
  /** Returns the paused time so far, in milliseconds. */
  readonly pausedMs: () => number
  /** Stops counting for good. */
  readonly end: () => void
}

/** Returns the limit of a call with limits of its own: only the abort of its run. */
export function runsOn(clock: Pick<Clock, 'elapsed'>, run: AbortSignal): ToolLimit {
  const { measured, ms } = createStopwatch(clock)
  return { signal: AbortSignal.any([run]), whilePaused: measured, pausedMs: ms, end: () => {} }
}

type Limited = { readonly run: AbortSignal; readonly limitMs: number; readonly tool: string }

export function createToolLimit(clock: Clock, { run, limitMs, tool }: Limited): ToolLimit {
  const over = new AbortController()
  let left = limitMs
  let since = clock.elapsed()
  let cancel = () => {}
  const paused = createStopwatch(clock)

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
        return await paused.measured(wait)
      } finally {
        go()
      }
    },
    pausedMs: paused.ms,
    end: halt,
  }
}

/** Adds up how long waits take. */
function createStopwatch(clock: Pick<Clock, 'elapsed'>) {
  let ms = 0
  return {
    ms: () => ms,
    measured: async <T>(wait: () => Promise<T>): Promise<T> => {
      const began = clock.elapsed()
      try {
        return await wait()
      } finally {
        ms += clock.elapsed() - began
      }
    },
  }
}

function worded(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`
}
