import type { SessionId } from '#shared/ids.ts'
import { parentOf } from '../agents/records/parent.ts'
import type { Storage } from '../app/storage/open-storage.ts'
import type { Clock } from '../lib/clock.ts'
import type { ModelRequests } from '../log/model-requests.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import { type Allowance, createAllowance, type Limits } from '../runs/limits/allowance.ts'
import { blockingLimit } from '../runs/limits/blocking-limit.ts'
import { createOpenUse } from '../runs/limits/open-use.ts'
import { createSpendLimits } from '../runs/limits/spend-limits.ts'
import type { PayerOf } from '../runs/limits/spend-scopes.ts'
import { createSubtreeAllowance, type Top } from '../runs/limits/subtree-allowance.ts'
import { createTeamAllowance, type TeamLines } from '../runs/limits/team-allowance.ts'
import { createTurnPools } from '../runs/limits/turn-pools.ts'
import type { Said } from '../runs/limits/usage-limits.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import { createCostOfWork } from '../usage/cost-of-work.ts'
import type { Spending } from '../usage/spending.ts'
import { createTotalUsage } from '../usage/total-usage.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Pick<Storage, 'childLogs'>
  readonly catalog: Catalog
  readonly clock: Clock
  readonly spending: Spending
  readonly payerOf: PayerOf
  readonly requests: Pick<ModelRequests, 'ofChat'>
  /** The team a teammate's log belongs to, with its lines; null for who is in none. */
  readonly teamLinesOf: (sessionId: SessionId) => TeamLines | null
}

/**
 * Creates the limit checks of a run: settings, its parents and its team. Checked before each request, because
 * the person may change a limit meanwhile; null without limits.
 */
export function createRunAllowances(deps: Deps) {
  const { log, storage, catalog, clock, spending, payerOf, requests, teamLinesOf } = deps
  const openUse = createOpenUse()
  const childrenOf = storage.childLogs.of
  const costOf = createCostOfWork({ log, childrenOf, pricesOf: catalog.infoOf })
  const useOf = createTotalUsage({ log, childrenOf, catalog, clock, openUse })
  const subtrees = createSubtreeAllowance({
    topsOf: ({ sessionId }) => topsAbove(log, sessionId),
    spentIn: (top) => useOf([top]),
  })
  const teams = createTeamAllowance({
    teamOf: ({ sessionId }) => teamAbove({ log, teamLinesOf }, sessionId),
    spentBy: useOf,
  })
  const total = createSpendLimits({
    spent: (projectId) =>
      spending(
        projectId,
        openUse.all((sessionId) => projectId === null || payerOf(sessionId)?.id === projectId),
      ),
    payerOf,
  })
  const pools = createTurnPools({ log, requestsOf: requests.ofChat })
  const allowances = (run: RunHandle, limits: Limits): (() => Allowance | null) => {
    const ofRun = createAllowance({ limits, costOf, now: clock.now })
    const lines = () => joined(joined(ofRun, subtrees.of(run)), teams.of(run))
    return () => joined(joined(lines(), pools.of(run)), total.of(run))
  }
  return {
    allowances,
    openUse,
    pools,
    /** Returns the sentences of the limit that blocks a resume; null for none. */
    heldAt: (sessionId: SessionId): readonly Said[] | null => {
      const over =
        subtrees.reachedBy({ sessionId }) ??
        teams.reachedBy({ sessionId }) ??
        pools.reachedBy({ sessionId }) ??
        total.reachedBy({ sessionId })
      return over === null ? null : blockingLimit(over)
    },
  }
}

export type RunAllowances = ReturnType<typeof createRunAllowances>

/** Returns a session and its parents up to the chat. */
function topsAbove(log: RunLog, sessionId: SessionId): Top[] {
  const tops: Top[] = []
  for (let at = log.folds(sessionId).session; at !== null; at = parentOf(log, at)?.session ?? null) {
    tops.push({ id: at.id, agent: at.kind === 'child' ? at.meta.title : null, limits: at.meta.limits })
  }
  return tops
}

/** Returns the team a session works for, at any depth. */
function teamAbove(
  { log, teamLinesOf }: Pick<Deps, 'log' | 'teamLinesOf'>,
  sessionId: SessionId,
): TeamLines | null {
  for (let at = log.folds(sessionId).session; at !== null; at = parentOf(log, at)?.session ?? null) {
    const lines = at.task?.teammate === undefined ? null : teamLinesOf(at.id)
    if (lines !== null) return lines
  }
  return null
}

/** Both of them, as far as there are any. */
function joined(left: Allowance | null, right: Allowance | null): Allowance | null {
  if (left === null || right === null) return left ?? right
  return {
    check: (run) => {
      left.check(run)
      right.check(run)
    },
  }
}
