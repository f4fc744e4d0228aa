import type { Clock } from '../lib/clock.ts'
import type { TimeLimit } from './project/project-search.ts'

/** Starts a time limit in milliseconds. */
export function timeLimit(clock: Pick<Clock, 'elapsed'>, ms: number): TimeLimit {
  const end = clock.elapsed() + ms
  return { left: () => end - clock.elapsed() }
}
