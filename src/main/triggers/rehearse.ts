import type { TriggerDraft, TriggerFiring, TriggerRehearsal } from '#shared/trigger/trigger.ts'
import { nextTimes, parseCron, timesBetween } from './cron.ts'
import { isQuiet, WEEK_MS } from './may-start.ts'

/** The next due times that the form shows. */
const MOST_NEXT = 5
/** The past times that the form draws. */
const MOST_PAST = 500
const DAY_MS = 24 * 3_600_000

type Rehearsed = Pick<TriggerDraft, 'source' | 'caps'>

/** The known past of a project. Times are oldest first. */
export type Past = {
  /** The times of commits or of new branches that the source names; null when unknown. */
  readonly events: readonly number[] | null
}

/**
 * Returns when a source starts next and when it would have started in the last week. Exact for a schedule. For events it
 * is an estimate from what is known of the project.
 */
export function rehearse({ source, caps }: Rehearsed, { events }: Past, now: number): TriggerRehearsal {
  const from = now - WEEK_MS
  if (source.kind === 'cron') {
    const schedule = parseCron(source.expression)
    const { times, count } = timesBetween(schedule, { from, to: now }, MOST_PAST)
    return {
      next: nextTimes(schedule, now, MOST_NEXT),
      past: judged(caps, times),
      total: count,
      certainty: 'exact',
    }
  }
  const times = events?.filter((at) => at > from && at <= now) ?? []
  const certainty = events === null ? 'unknown' : 'estimate'
  return { next: [], past: judged(caps, times.slice(-MOST_PAST)), total: times.length, certainty }
}

/** Says of each time whether the caps would have let it start. */
function judged(caps: Rehearsed['caps'], times: readonly number[]): TriggerRehearsal['past'] {
  const ran: number[] = []
  return times.map((at) => {
    if (isQuiet(caps.quiet, at)) return { at, would: 'quiet' }
    const inDay = ran.filter((each) => each > at - DAY_MS).length
    if (caps.maxRuns !== null && inDay >= caps.maxRuns) return { at, would: 'maxRuns' }
    ran.push(at)
    return { at, would: 'run' }
  })
}

/** Returns the times of past firings, as what is known of webhooks and ends of runs. */
export const timesOf = (firings: readonly Pick<TriggerFiring, 'at'>[]): number[] =>
  firings.map(({ at }) => at).toSorted((one, other) => one - other)
