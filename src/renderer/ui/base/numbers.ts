import { useMemo } from 'react'
import type { NumberText } from '../../messages/message.ts'
import { type Text, useNumberText, useText } from '../../messages/TextProvider.tsx'

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
  const number = useNumberText()
  const t = useText()
  return useMemo(() => numbersIn(number, t), [number, t])
}

export function numbersIn(number: NumberText, t: Text): Numbers {
  const whole = (value: number) => number(value, { most: 0 })
  const one = (value: number) => number(value, { most: 1 })
  const scaled = (value: number, unit: string) => `${value < 100 ? one(value) : whole(value)}${unit}`
  return {
    whole,
    short: (value) => {
      if (value < 1_000) return whole(value)
      return value < 999_500 ? scaled(value / 1_000, 'k') : scaled(value / 1_000_000, 'M')
    },
    percent: (share) => t('ui.percent', { count: Math.round(share * 100) }),
    dollars: (value) => `$${number(value, { least: 2, most: 2 })}`,
    took: (ms) => {
      if (ms < 1_000) return t('ui.duration.milliseconds', { count: Math.round(ms) })
      return t('ui.duration.seconds', { seconds: one(ms / 1_000) })
    },
  }
}
