import type { Millis } from '../ids.ts'
import type { RunRecord } from './run.ts'

/** Total working time of runs up to a moment, and the number of runs still counting. */
export type Worked = { readonly ms: number; readonly at: Millis; readonly going: number }

type Timed = Pick<
  RunRecord,
  'createdAt' | 'startedAt' | 'endedAt' | 'waitedMs' | 'waitsSince' | 'error' | 'llmMs' | 'toolMs'
>

/** Adds up the time of runs. Waiting for the person, or for a place, is not their time. */
export function workedBy(runs: readonly Timed[], at: Millis): Worked {
  const ms = runs.reduce((sum, run) => sum + timeOf(run, at), 0)
  return { ms, at, going: runs.filter(goesOn).length }
}

/** Returns the working time up to the newest start, wait or end. For callers without a clock. */
export function workedSoFar(runs: readonly Timed[]): Worked {
  const newest = runs.map((run) => run.endedAt ?? run.waitsSince ?? run.startedAt ?? run.createdAt)
  return workedBy(runs, Math.max(0, ...newest))
}

/** Returns the working time at a later moment. */
export function workedUntil({ ms, at, going }: Worked, now: Millis): number {
  return ms + going * Math.max(0, now - at)
}

/** Returns the total working time of runs. */
export function workedMs(runs: readonly Timed[], now: Millis): number {
  return workedBy(runs, now).ms
}

const goesOn = ({ startedAt, endedAt, waitsSince }: Timed): boolean =>
  startedAt !== undefined && endedAt === undefined && waitsSince === undefined

function timeOf(run: Timed, now: Millis): number {
  const { startedAt, endedAt, waitsSince, waitedMs = 0, error, llmMs, toolMs } = run
  if (startedAt === undefined) return 0
  const time = Math.max(0, (endedAt ?? waitsSince ?? now) - startedAt - waitedMs)
  // Its end was noted when the app was started again: only what is known of its turns was work.
  return error?.code === 'run.abandoned' ? Math.min(time, llmMs + toolMs) : time
}
