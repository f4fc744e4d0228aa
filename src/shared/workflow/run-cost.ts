import { tokensOf } from '../session/usage.ts'
import { addCost, NO_COST } from './add-cost.ts'
import type { AgentCost, RunCost } from './memo.ts'

type Costing = { readonly memo: boolean; readonly taken: boolean; readonly cost: AgentCost | null }
type Counted = { readonly before: RunCost; readonly agents: readonly Costing[] }

/** Adds what an agent used to what a run did. */
export function addToRun(run: RunCost, more: AgentCost): RunCost {
  const isUnpriced = run.unpriced === true || (more.usd === null && tokensOf(more.usage) > 0)
  return { ...addCost(run, more), ...(isUnpriced ? { unpriced: true } : {}) }
}

/**
 * All that a run has asked of models: what earlier attempts used, whatever became of it, and what this one does. A result
 * from the memo was paid for before, by this run or by the one it is a fork of.
 */
export function costOfAttempts({ before, agents }: Counted): RunCost {
  return summed(
    before,
    agents.filter(({ memo }) => !memo),
  )
}

/** Returns the reused cost of a fork, which the original run paid. */
export function costTakenOver({ agents }: Pick<Counted, 'agents'>): RunCost {
  return summed(
    NO_COST,
    agents.filter(({ taken }) => taken),
  )
}

/** The output tokens of earlier attempts that no result is left of: agents that failed, were stopped or were cut off. */
export function outputLost({ before, agents }: Counted): number {
  const kept = agents.reduce(
    (sum, { memo, taken, cost }) => sum + (memo && !taken ? (cost?.usage.output ?? 0) : 0),
    0,
  )
  return Math.max(0, before.usage.output - kept)
}

function summed(from: RunCost, agents: readonly Costing[]): RunCost {
  return agents.reduce((sum, { cost }) => (cost === null ? sum : addToRun(sum, cost)), from)
}
