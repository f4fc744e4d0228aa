import type { TurnPool } from './turn-pool.ts'

const DIRECTIVE = /^\s*\+(?:\$(\d{1,6}(?:\.\d{1,4})?)|(\d{1,9})([km]?))(?=\s|$)/i
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * Reads `+500k` and `+$2.50` in front of a text: a limit in output tokens and in US dollars. Either can stand alone, and
 * both in any order. The words behind them are what the text says.
 */
export function readPool(text: string): { readonly pool: TurnPool; readonly words: string } {
  let pool: TurnPool = { tokens: null, usd: null }
  let words = text
  for (;;) {
    const [whole, dollars, digits = '', unit = ''] = DIRECTIVE.exec(words) ?? []
    const amount = Number(dollars ?? digits) * (UNITS[unit.toLowerCase()] ?? 1)
    if (whole === undefined || amount === 0) return { pool, words }
    pool = dollars === undefined ? { ...pool, tokens: amount } : { ...pool, usd: amount }
    words = words.slice(whole.length)
  }
}

/** The limit in front of a message, and the message without it. A text that says nothing else has none. */
export function poolOfMessage(text: string): { readonly pool: TurnPool | null; readonly words: string } {
  const { pool, words } = readPool(text)
  const isNone = (pool.tokens === null && pool.usd === null) || words.trim() === ''
  // `+5` alone is an amount in a message about sums; with a unit or a dollar sign it is a limit.
  if (isNone || !/^\s*\+(?:\$|\d+[km])/i.test(text)) return { pool: null, words: text }
  return { pool, words: words.trimStart() }
}
