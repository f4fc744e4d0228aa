import type { FiringNote } from '#shared/trigger/trigger.ts'
import { type CronSchedule, timesBetween } from './cron.ts'

/** A due time counts as met until this long after it, in milliseconds. */
const GRACE_MS = 120_000
/** A clock that went back by less than this was only corrected. */
const CORRECTION_MS = 60_000
/** The due work: at most one run, and the rows that report what does not run. */
export type Due = {
  /** Every due time up to here is dealt with. */
  readonly through: number
  readonly run: { readonly at: number; readonly note: FiringNote | null } | null
  readonly rows: readonly FiringNote[]
}

type Span = {
  /** Every due time up to here was dealt with before. */
  readonly through: number
  readonly now: number
  readonly missed: 'skip' | 'once'
}

/**
 * Decides what a schedule starts now. Of several due times the newest runs at most; the others are reported. A clock that
 * was set back starts the count again from there: due times that ran have a row of their own and do not run again.
 */
export function dueNow(schedule: CronSchedule, { through, now, missed }: Span): Due {
  if (now < through - CORRECTION_MS) {
    return { through: now, run: null, rows: [{ code: 'clockBack', from: through, to: now }] }
  }
  const newest = schedule.upTo(now)
  if (newest === null || newest <= through) return { through, run: null, rows: [] }
  const { first, count } = timesBetween(schedule, { from: through, to: newest }, 1)
  if (first === null) return { through, run: null, rows: [] }
  const isMet = now - newest <= GRACE_MS
  if (isMet && count === 1) return { through: newest, run: { at: newest, note: null }, rows: [] }
  if (missed === 'once') {
    return { through: newest, run: { at: newest, note: noteOf('late', count, first, newest) }, rows: [] }
  }
  if (!isMet) return { through: newest, run: null, rows: [noteOf('missed', count, first, newest)] }
  return {
    through: newest,
    run: { at: newest, note: null },
    rows: [noteOf('missed', count - 1, first, newest)],
  }
}

const noteOf = (code: 'late' | 'missed', count: number, from: number, to: number): FiringNote => ({
  code,
  count,
  from,
  to,
})
