import type { RunRecord } from './run.ts'

/** How long runs were at work together. Waiting for the person is not their time. */
export function workedMs(runs: readonly RunRecord[], now: number): number {
  return runs.reduce((sum, { startedAt, createdAt, endedAt, waitedMs = 0 }) => {
    return sum + Math.max(0, (endedAt ?? now) - (startedAt ?? createdAt) - waitedMs)
  }, 0)
}
