import type { SessionId } from '#shared/ids.ts'
import { costOf } from '#shared/model/cost.ts'
import { workedMs } from '#shared/run/worked.ts'
import { tokensOf } from '#shared/session/usage.ts'
import { runsOf, subtreeOf, usageOf } from '../agents/records/subtree.ts'
import type { Clock } from '../lib/clock.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { OpenUse } from '../runs/limits/open-use.ts'
import type { Use } from '../runs/limits/usage-limits.ts'
import type { RunLog } from '../runs/run/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly catalog: Pick<Catalog, 'infoOf'>
  readonly clock: Pick<Clock, 'now'>
  /** Answers that have not ended. Missing: only what is stored counts. */
  readonly openUse?: Pick<OpenUse, 'in'>
}

/** Creates the total usage of sessions with all their agents, over all runs. Their times add up. */
export function createTotalUsage({ log, childrenOf, catalog, clock, openUse }: Deps) {
  return (tops: readonly SessionId[]): Use => {
    const all = new Set(tops.flatMap((id) => [id, ...subtreeOf({ childrenOf }, id)]))
    const stored = Object.entries(usageOf({ log }, [...all]))
    const open = (openUse?.in(all) ?? []).map(({ model, usage }) => [model, usage] as const)
    let cost: number | null = 0
    let tokens = 0
    for (const [model, used] of [...stored, ...open]) {
      const count = tokensOf(used)
      if (count === 0) continue
      tokens += count
      const paid = costOf(used, catalog.infoOf(model))
      cost = cost === null || paid === null ? null : cost + paid
    }
    return { cost, tokens, minutes: workedMs(runsOf({ log }, [...all]), clock.now()) / 60_000 }
  }
}
