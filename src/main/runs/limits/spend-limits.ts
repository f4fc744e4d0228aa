import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SpendLimits, SpendState } from '#shared/usage/usage-report.ts'
import { dollars } from './allowance.ts'
import { createUseLines, type Said, type Watch } from './use-lines.ts'

type Deps = {
  /** The limits as they stand now, and what today and this month have cost. */
  readonly spent: () => SpendState
}

/** Watches what everything on this computer costs per day and per month. Past a stop limit, every run pauses. */
export function createSpendLimits({ spent }: Deps) {
  const watches = (): readonly Watch[] => (hasLimit(spent().limits) ? watchesOf(spent) : [])
  const lines = createUseLines(watches)
  const reached = (): Said | null => lines.reachedBy(EVERYBODY)
  return { ...lines, reached }
}

/** The limits are global, so no session is needed. */
const EVERYBODY = { sessionId: '' as SessionId }

export function hasLimit(limits: SpendLimits): boolean {
  return Object.values(limits).some((limit) => limit !== null)
}

function watchesOf(spent: () => SpendState): Watch[] {
  const { day, limits } = spent()
  return [
    {
      // A warning of yesterday is given again today.
      of: `day ${day}`,
      all: () => [
        {
          ...{ used: spent().today, warn: limits.warnPerDay, stop: limits.stopPerDay, words: dollars },
          near: (cost, line) => say('day.costNear', { cost, line }),
          reached: (cost, limit) => say('day.costReached', { cost, limit }),
        },
      ],
    },
    {
      of: `month ${day.slice(0, 7)}`,
      all: () => [
        {
          ...{ used: spent().month, warn: limits.warnPerMonth, stop: limits.stopPerMonth, words: dollars },
          near: (cost, line) => say('month.costNear', { cost, line }),
          reached: (cost, limit) => say('month.costReached', { cost, limit }),
        },
      ],
    },
  ]
}
