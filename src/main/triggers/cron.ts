import { Cron } from 'croner'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** A parsed schedule. Every time is UTC. */
export type CronSchedule = {
  /** Returns the first due time after a moment; null when there is none. */
  readonly after: (at: number) => number | null
  /** Returns the newest due time up to a moment; null when there is none. */
  readonly upTo: (at: number) => number | null
}

/** The five fields of an expression: minute, hour, day of the month, month, day of the week. */
const FIELDS = 5

/**
 * Parses a cron expression of five fields. Its times are UTC, so daylight saving moves none of them. Throws an `AppError`
 * for an expression that is none, or that never comes due.
 */
export function parseCron(expression: string): CronSchedule {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== FIELDS) throw invalid(expression)
  const cron = parsed(fields.join(' '), expression)
  if (cron.nextRun(new Date(0)) === null) throw invalid(expression)
  return {
    after: (at) => cron.nextRun(new Date(at))?.getTime() ?? null,
    // The library excludes the moment itself.
    upTo: (at) => cron.previousRuns(1, new Date(at + 1))[0]?.getTime() ?? null,
  }
}

function parsed(pattern: string, expression: string): Cron {
  try {
    return new Cron(pattern, { utcOffset: 0, paused: true, mode: '5-part' })
  } catch {
    // The library refuses with an error for everything that it cannot read.
    throw invalid(expression)
  }
}

const invalid = (expression: string): AppError =>
  AppError.saying('config.invalid', say('trigger.badCron', { expression: expression.slice(0, 100) }))

/** Returns the next due times, at most `most`. */
export function nextTimes(schedule: CronSchedule, from: number, most: number): number[] {
  const times: number[] = []
  let at: number | null = from
  while (times.length < most) {
    at = schedule.after(at)
    if (at === null) return times
    times.push(at)
  }
  return times
}

/** The due times of a span, `from` excluded and `to` included. */
export type DueTimes = {
  /** The newest of them, oldest first. */
  readonly times: readonly number[]
  readonly first: number | null
  readonly count: number
}

/** Due times that are counted one by one. A longer span is counted only up to this number, from its start. */
const MOST_COUNTED = 5_000

/** Returns the newest due times of a span, at most `most`, and their number. */
export function timesBetween(
  schedule: CronSchedule,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): DueTimes {
  const times: number[] = []
  let count = 0
  const first = schedule.after(from)
  let at = first
  while (at !== null && at <= to && count < MOST_COUNTED) {
    times.push(at)
    if (times.length > most) times.shift()
    count += 1
    at = schedule.after(at)
  }
  return { times, count, first: count === 0 ? null : first }
}
