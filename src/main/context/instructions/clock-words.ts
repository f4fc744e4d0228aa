import type { Millis } from '#shared/ids.ts'

/** Wherever people live, a day begins at a quarter of an hour. */
const QUARTER_MS = 15 * 60_000
/** The day asked for last: every agent asks for the same. */
let newest = { quarter: Number.NaN, timeZone: '', day: '' }

/** A day as people there count it, such as `2026-03-01`. */
export function dayOf(at: Millis, timeZone: string): string {
  const quarter = Math.floor(at / QUARTER_MS)
  if (quarter !== newest.quarter || timeZone !== newest.timeZone) {
    newest = { quarter, timeZone, day: format(days, DAY, timeZone).format(at) }
  }
  return newest.day
}

/** A moment as instructions tell it: the person's day and time, and the same for machines. */
export function timeWords(at: Millis, timeZone: string): string {
  return `${format(moments, MOMENT, timeZone).format(at)} (${timeZone}; ${new Date(at).toISOString()})`
}

/** A day as instructions tell it, such as `Sunday, 1 March 2026`. */
export function dayWords(at: Millis, timeZone: string): string {
  return format(wholeDays, WHOLE_DAY, timeZone).format(at)
}

type Shape = { readonly locale: string; readonly options: Intl.DateTimeFormatOptions }

const DAY: Shape = { locale: 'en-CA', options: { dateStyle: 'short' } }
const WHOLE_DAY: Shape = {
  locale: 'en-GB',
  options: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
}
const MOMENT: Shape = {
  locale: 'en-GB',
  options: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
}

/** By time zone, since making one takes a fifth of a millisecond and every agent tells the time. */
const days = new Map<string, Intl.DateTimeFormat>()
const wholeDays = new Map<string, Intl.DateTimeFormat>()
const moments = new Map<string, Intl.DateTimeFormat>()

function format(known: Map<string, Intl.DateTimeFormat>, { locale, options }: Shape, timeZone: string) {
  const made = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  known.set(timeZone, made)
  return made
}
