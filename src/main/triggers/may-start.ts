import type { FiringNote, Trigger, TriggerCaps, TriggerFiring } from '#shared/trigger/trigger.ts'

const DAY_MS = 24 * 3_600_000
/** A run further in the future began while the clock was wrong, in milliseconds. */
const AHEAD_MS = 60_000
/** The span of the weekly caps, in milliseconds. */
export const WEEK_MS = 7 * DAY_MS

/** The facts that decide whether an event may start a run. */
export type Standing = {
  readonly now: number
  /** Whether the content of the project may run. */
  readonly trusted: boolean
  /** Whether a run of the trigger is active. */
  readonly isActive: boolean
  /** The runs of the last seven days. */
  readonly runs: readonly Pick<TriggerFiring, 'at' | 'usd'>[]
}

/** Returns the reason why an event starts nothing; null when it may start. */
export function refusalOf({ caps }: Pick<Trigger, 'caps'>, standing: Standing): FiringNote['code'] | null {
  const { now, trusted, isActive, runs } = standing
  if (!trusted) return 'untrusted'
  if (isActive && !caps.overlap) return 'overlap'
  if (isQuiet(caps.quiet, now)) return 'quiet'
  const inDay = runs.filter(({ at }) => at > now - DAY_MS && at <= now + AHEAD_MS).length
  const isDayFull = caps.maxRuns !== null && inDay >= caps.maxRuns
  if (isDayFull) return 'maxRuns'
  return caps.maxUsdWeek !== null && spentIn(runs, now) >= caps.maxUsdWeek ? 'maxUsdWeek' : null
}

const spentIn = (runs: Standing['runs'], now: number): number =>
  runs.reduce((sum, { at, usd }) => (at > now - WEEK_MS && at <= now + AHEAD_MS ? sum + (usd ?? 0) : sum), 0)

/** Whether a moment is within the quiet hours, which are UTC and may pass midnight. */
export function isQuiet(quiet: TriggerCaps['quiet'], at: number): boolean {
  if (quiet === null) return false
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const minute = Math.floor((at % DAY_MS) / 60_000)
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
