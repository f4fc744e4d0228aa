import type { Text } from '../../messages/TextProvider.tsx'
import type { Numbers } from '../base/numbers.ts'

/** An amount in words: dollars, `free`, that a plan covers it, or that its price is not known. */
export function dollarsText(
  dollars: number | 'free' | 'plan' | 'unknown',
  t: Text,
  numbers: Numbers,
): string {
  if (typeof dollars === 'number') return numbers.dollars(dollars)
  return t(WORDS[dollars])
}

const WORDS = { free: 'chat.free', plan: 'chat.byPlan', unknown: 'chat.noPrice' } as const
