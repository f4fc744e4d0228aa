import { useEffect, useMemo, useState } from 'react'
import { type Text, useLocale, useText } from '../../messages/TextProvider.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const always = () => true

/**
 * Returns the current time, updated at an interval while visible and needed. Otherwise it stays at the last
 * value.
 */
export function useNow(everyMs: number, isNeeded: (now: number) => boolean = always): number {
  const [now, setNow] = useState(() => Date.now())
  const isOn = isNeeded(now)
  useEffect(() => {
    if (!isOn) return
    const look = () => {
      if (document.visibilityState === 'visible') setNow(Date.now())
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, isOn])
  return now
}

/** Returns the formatter of elapsed time, short enough for a list column. */
export function useAgo(): (at: number) => string {
  const t = useText()
  const now = useNow(MINUTE)
  return (at) => agoText(t, Math.max(0, now - at))
}

export function agoText(t: Text, age: number): string {
  if (age < MINUTE) return t('ui.ago.now')
  if (age < HOUR) return t('ui.ago.minutes', { count: Math.floor(age / MINUTE) })
  if (age < DAY) return t('ui.ago.hours', { count: Math.floor(age / HOUR) })
  if (age < 7 * DAY) return t('ui.ago.days', { count: Math.floor(age / DAY) })
  if (age < 30 * DAY) return t('ui.ago.weeks', { count: Math.floor(age / (7 * DAY)) })
  if (age < 365 * DAY) return t('ui.ago.months', { count: Math.floor(age / (30 * DAY)) })
  return t('ui.ago.years', { count: Math.floor(age / (365 * DAY)) })
}

/** A length of time as a clock shows it: 0:42, 12:05, 1:02:33. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** The time of day of a moment, as a clock in the language of the window shows it. */
export function useTimeText(): (at: number) => string {
  const locale = useLocale()
  return useMemo(() => {
    const shape = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return (at: number) => shape.format(at)
  }, [locale])
}

/** The time of a moment with seconds and milliseconds. */
export const useExactTimeText = () => useShape(EXACT_SHAPE)

/** A moment as a date with its time, in the language of the window. */
export const useDateText = () => useShape(MOMENT_SHAPE)

/** A moment as a date, where the time of that day says nothing. */
export const useDayText = () => useShape(DATE_SHAPE)

/** A day without its year, and the name of its month. */
export const useShortDayText = () => useShape(SHORT_SHAPE)
export const useMonthText = () => useShape(MONTH_SHAPE)

const CLOCK_SHAPE = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const EXACT_SHAPE = { ...CLOCK_SHAPE, fractionalSecondDigits: 3, hourCycle: 'h23' } as const
const SHORT_SHAPE = { day: 'numeric', month: 'short' } as const
const MONTH_SHAPE = { month: 'long' } as const
const DATE_SHAPE = { dateStyle: 'medium' } as const
const MOMENT_SHAPE = { ...DATE_SHAPE, timeStyle: 'short' } as const

function useShape(shape: Intl.DateTimeFormatOptions): (at: number) => string {
  const locale = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, shape)
    return (at: number) => format.format(at)
  }, [locale, shape])
}
