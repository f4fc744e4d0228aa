import type { UserConfig } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import { costOf, type Priced } from '#shared/model/cost.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE, tokensOf, unpricedOf } from '#shared/session/usage.ts'
import type { SpendLimits, SpendState } from '#shared/usage/usage-report.ts'
import type { Clock } from '../lib/clock.ts'
import { dayBefore, firstOfMonth, localDay } from '../lib/local-day.ts'
import type { ModelRequests } from '../log/model-requests.ts'

type Deps = {
  readonly requests: Pick<ModelRequests, 'byModel'>
  readonly config: () => UserConfig
  readonly modelOf: (ref: ModelRef) => Priced | null
  readonly clock: Pick<Clock, 'now'>
}

type Uses = Iterable<readonly [ModelRef, Usage]>

/**
 * Sums what today and this month have cost. The rows of today are read each time, since they grow; those of the days
 * before are read once a day.
 */
export function createSpending({ requests, config, modelOf, clock }: Deps) {
  let before: { readonly day: string; readonly uses: ReadonlyMap<ModelRef, Usage> } = {
    day: '',
    uses: new Map(),
  }

  const earlier = (day: string): ReadonlyMap<ModelRef, Usage> => {
    if (before.day === day) return before.uses
    const first = firstOfMonth(day)
    const uses = first === day ? new Map() : requests.byModel(first, dayBefore(clock.now(), 1))
    before = { day, uses }
    return uses
  }

  /** `open` is what answers used whose turn is not stored yet. */
  return (open: Uses = []): SpendState => {
    const limits = spendLimitsOf(config())
    const day = localDay(clock.now())
    const today = sumOf([...requests.byModel(day, day), ...open], modelOf)
    const month = sumOf(earlier(day), modelOf)
    return {
      ...{ limits, day, today: today.dollars, month: month.dollars + today.dollars },
      hasUnpriced: today.hasUnpriced || month.hasUnpriced,
    }
  }
}

export type Spending = ReturnType<typeof createSpending>

/** The limits of the settings file. */
export function spendLimitsOf({ limits = {} }: UserConfig): SpendLimits {
  const { warnPerDay = null, stopPerDay = null, warnPerMonth = null, stopPerMonth = null } = limits
  return { warnPerDay, stopPerDay, warnPerMonth, stopPerMonth }
}

/** Adds up known amounts. What has no price is in none of them. */
function sumOf(uses: Uses, modelOf: Deps['modelOf']) {
  let dollars = 0
  let hasUnpriced = false
  const all = new Map<ModelRef, Usage>()
  for (const [model, usage] of uses) all.set(model, addUsage(all.get(model) ?? NO_USAGE, usage))
  for (const [model, usage] of all) {
    const cost = costOf(usage, modelOf(model))
    hasUnpriced ||= cost === null && tokensOf(unpricedOf(usage)) > 0
    dollars += cost ?? (usage.cost?.billed ?? 0) + (usage.cost?.estimated ?? 0)
  }
  return { dollars, hasUnpriced }
}
