import type { JobRecord } from '../process/job.ts'
import { jobNumber } from '../process/job-address.ts'

/** Ended jobs kept for the cards and lists of a chat. */
const MOST_ENDED = 50

/** Follows the background programs of a session, oldest first. Running ones always stay. */
export function foldJobs(jobs: readonly JobRecord[], changed: JobRecord): readonly JobRecord[] {
  const next = [...jobs.filter(({ id }) => id !== changed.id), changed].sort(
    (left, right) => jobNumber(left.id) - jobNumber(right.id),
  )
  const ended = next.filter(({ state }) => state !== 'running')
  const dropped = new Set(ended.slice(0, Math.max(0, ended.length - MOST_ENDED)))
  return dropped.size === 0 ? next : next.filter((job) => !dropped.has(job))
}
