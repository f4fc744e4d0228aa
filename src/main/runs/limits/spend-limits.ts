import type { SpendLimits } from '#shared/usage/usage-report.ts'
import { dollars } from './allowance.ts'
import { type Payer, type PayerOf, type Spent, scopesOf, spendLinesOf } from './spend-scopes.ts'
import { createUsageLimits, type Watch } from './usage-limits.ts'

type Deps = {
  readonly spent: Spent
  readonly payerOf: PayerOf
}

/**
 * Watches what everything on this computer, and each project, costs per day and per month. Past a stop limit, the runs
 * that it covers pause.
 */
export function createSpendLimits({ spent, payerOf }: Deps) {
  return createUsageLimits(({ sessionId }) =>
    scopesOf(payerOf(sessionId)).flatMap((payer) =>
      hasLimit(spent(payer?.id ?? null).limits) ? watchesOf(spent, payer) : [],
    ),
  )
}

export function hasLimit(limits: SpendLimits): boolean {
  return Object.values(limits).some((limit) => limit !== null)
}

function watchesOf(spent: Spent, payer: Payer | null): Watch[] {
  const id = payer?.id ?? null
  const { day } = spent(id)
  const all = (period: 'day' | 'month') => () =>
    spendLinesOf(spent(id), payer).flatMap((line) =>
      line.period === period ? [{ ...line, words: dollars }] : [],
    )
  return [
    // A warning of yesterday is given again today.
    { of: `${id ?? ''} day ${day}`, all: all('day') },
    { of: `${id ?? ''} month ${day.slice(0, 7)}`, all: all('month') },
  ]
}
