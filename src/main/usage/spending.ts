import type { UserConfig } from '#shared/config/config.ts'
import type { ModelRef, ProjectId } from '#shared/ids.ts'
import { costOf, type Priced } from '#shared/model/cost.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE, tokensOf, unpricedOf } from '#shared/session/usage.ts'
import type { SpendLimits, SpendStanding, SpendState } from '#shared/usage/usage-report.ts'
import type { Clock } from '../lib/clock.ts'
import { dayBefore, firstOfMonth, localDay } from '../lib/local-day.ts'
import type { ModelRequests } from '../log/model-requests.ts'
import { limitsOf, type ProjectLimits } from './project-limits.ts'

type Deps = {
  readonly requests: Pick<ModelRequests, 'byModel' | 'byModelOn'>
  readonly config: () => UserConfig
  readonly ofProject: ProjectLimits['of']
  readonly modelOf: (ref: ModelRef) => Priced | null
  readonly clock: Pick<Clock, 'now'>
}

type Uses = Iterable<readonly [ModelRef, Usage]>

/**
 * Sums what today and this month have cost. The sums of today grow with each request; those of the days before are read
 * once a day.
 */
export function createSpending({ requests, config, ofProject, modelOf, clock }: Deps) {
  const before = new Map<ProjectId | null, ReadonlyMap<ModelRef, Usage>>()
  let dayOfBefore = ''

  const earlier = (day: string, projectId: ProjectId | null): ReadonlyMap<ModelRef, Usage> => {
    if (dayOfBefore !== day) before.clear()
    dayOfBefore = day
    const known = before.get(projectId)
    if (known !== undefined) return known
    const first = firstOfMonth(day)
    const uses = first === day ? new Map() : requests.byModel(first, dayBefore(clock.now(), 1), projectId)
    before.set(projectId, uses)
    return uses
  }

  const state = (limits: SpendLimits, projectId: ProjectId | null, open: Uses): SpendState => {
    const day = localDay(clock.now())
    const today = sumOf([...requests.byModelOn(day, projectId), ...open], modelOf)
    const month = sumOf(earlier(day, projectId), modelOf)
    return {
      limits,
      day,
      today: today.dollars,
      month: month.dollars + today.dollars,
      hasUnpriced: today.hasUnpriced || month.hasUnpriced,
    }
  }

  /** Sums the cost of a project, or of everything for null. `open` is the usage of turns that are not stored yet. */
  return (projectId: ProjectId | null, open: Uses = []): SpendStanding => {
    const ofAll = projectId === null
    const { limits, own } = ofAll ? bothOf(spendLimitsOf(config())) : ofProject(projectId)
    return { ...state(limits, projectId, open), own }
  }
}

export type Spending = ReturnType<typeof createSpending>

/** The limits of the settings file over everything. */
export const spendLimitsOf = ({ limits = {} }: UserConfig): SpendLimits => limitsOf(limits)

const bothOf = (limits: SpendLimits) => ({ limits, own: limits })

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
