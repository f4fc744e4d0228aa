import type { Clock } from '../../lib/clock.ts'
import type { JobPattern, JobWait } from './job-port.ts'

/** Handles the waits for one job. The pattern of a wait that timed out stays watched. */
export function createJobWaits(clock: Pick<Clock, 'after'>) {
  const waits = new Set<{ readonly until: JobPattern | null; readonly done: (how: JobWait) => void }>()
  let watched: JobPattern | null = null
  return {
    wait: async (until: JobPattern | null, ms: number, signal: AbortSignal): Promise<JobWait> => {
      const over = new AbortController()
      watched = null
      const heard = new Promise<JobWait>((resolve) => {
        const wait = { until, done: resolve }
        waits.add(wait)
        over.signal.addEventListener('abort', () => waits.delete(wait))
      })
      try {
        const late = clock.after(ms, AbortSignal.any([signal, over.signal])).then(() => 'time' as const)
        // It rejects when the wait ends first.
        late.catch(() => {})
        const how = await Promise.race([heard, late])
        if (how === 'time') watched = until
        return how
      } finally {
        over.abort()
      }
    },
    /** Ends the waits for a line. Returns the watched pattern when only that matches; otherwise null. */
    seen: (line: string): string | null => {
      const met = [...waits].filter(({ until }) => until?.test(line) === true)
      for (const { done } of met) done('matched')
      if (met.length > 0 || watched?.test(line) !== true) return null
      const { text } = watched
      watched = null
      return text
    },
    /** Ends all waits after the end of the job. Returns whether there were any. */
    ended: (): boolean => {
      const open = [...waits]
      for (const { done } of open) done('ended')
      return open.length > 0
    },
  }
}
