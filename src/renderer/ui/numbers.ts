import { useMemo } from 'react'
import { type Text, useLocale, useText } from '../messages/TextProvider.tsx'

/** Ways to write a number. Show the result with the `figures` class. */
export type Numbers = {
  readonly whole: (value: number) => string
  /** Counts of tokens and characters: 940, 12.1k, 200k, 1.2M. */
  readonly short: (value: number) => string
  /** A part of a whole, 0 to 1. */
  readonly percent: (share: number) => string
  readonly dollars: (value: number) => string
  /** A measured time: 6 ms, 4.2 s. */
  readonly took: (ms: number) => string
}

export function useNumbers(): Numbers {
  const locale = useLocale()
  const t = useText()
  return useMemo(() => numbersIn(locale, t), [locale, t])
}

export function numbersIn(locale: string, t: Text): Numbers {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const one = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const scaled = (value: number, unit: string) =>
    `${value < 100 ? one.format(value) : whole.format(value)}${unit}`
  return {
    whole: (value) => whole.format(value),
    short: (value) => {
      if (value < 1_000) return whole.format(value)
      return value < 999_500 ? scaled(value / 1_000, 'k') : scaled(value / 1_000_000, 'M')
    },
    percent: (share) => `${whole.format(Math.round(share * 100))} %`,
    dollars: (value) => `$${cents.format(value)}`,
    took: (ms) => {
      if (ms < 1_000) return t('ui.duration.milliseconds', { count: Math.round(ms) })
      return t('ui.duration.seconds', { seconds: one.format(ms / 1_000) })
    },
  }
}
