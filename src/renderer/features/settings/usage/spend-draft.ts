import type { SpendLimits } from '#shared/usage/usage-report.ts'

export const SPEND_LINES = ['warnPerDay', 'stopPerDay', 'warnPerMonth', 'stopPerMonth'] as const
export type SpendLine = (typeof SPEND_LINES)[number]

/** The limits as they are typed; empty for none. */
export type SpendTexts = Readonly<Record<SpendLine, string>>

export function spendTextsOf(limits: SpendLimits): SpendTexts {
  const text = (dollars: number | null) => (dollars === null ? '' : dollars.toFixed(2))
  return {
    warnPerDay: text(limits.warnPerDay),
    stopPerDay: text(limits.stopPerDay),
    warnPerMonth: text(limits.warnPerMonth),
    stopPerMonth: text(limits.stopPerMonth),
  }
}

/** Returns the problem of a limit: an invalid amount, or a warning after the stop. */
export type SpendProblem = 'wrong' | 'late'

/** Reads typed limits. They are null while one of them has a problem. */
export function spendLimitsIn(texts: SpendTexts): {
  readonly limits: SpendLimits | null
  readonly problems: Readonly<Partial<Record<SpendLine, SpendProblem>>>
} {
  const amounts = Object.fromEntries(SPEND_LINES.map((line) => [line, amountIn(texts[line])])) as Record<
    SpendLine,
    number | null
  >
  const problems: Partial<Record<SpendLine, SpendProblem>> = {}
  for (const line of SPEND_LINES) {
    const amount = amounts[line]
    if (amount !== null && !(amount > 0 && amount <= MOST)) problems[line] = 'wrong'
  }
  for (const [warn, stop] of PAIRS) {
    const [early, last] = [amounts[warn], amounts[stop]]
    if (early !== null && last !== null && early > last) problems[warn] ??= 'late'
  }
  return { limits: Object.keys(problems).length === 0 ? amounts : null, problems }
}

const MOST = 1_000_000
const PAIRS = [
  ['warnPerDay', 'stopPerDay'],
  ['warnPerMonth', 'stopPerMonth'],
] as const

function amountIn(text: string): number | null {
  const typed = text.trim().replace(/^\$/, '').replace(',', '.')
  return typed === '' ? null : Number(typed)
}
