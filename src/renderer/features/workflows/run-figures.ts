import { tokensOf } from '#shared/session/usage.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import type { WorkflowAgentView, WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { AgentCost, RunCost } from '#shared/workflow/memo.ts'
import { addToRun, costOfAttempts, costTakenOver, outputLost } from '#shared/workflow/run-cost.ts'
import { warnLine, warnLineUsd } from '#shared/workflow/warn-line.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { gapTime } from './work-time.ts'

/**
 * The total usage of agents. `usd` is null without known prices and 0 when everything was free; `partly`
 * marks further usage without a price.
 */
export type Spent = {
  readonly tokens: number
  readonly output: number
  readonly usd: number | null
  readonly partly: boolean
}

/** Adds up what is known of the cost of agents, whenever they worked. */
export function spentBy(agents: readonly WorkflowAgentView[]): Spent {
  return spentOf(
    agents.reduce<RunCost>((sum, { cost }) => (cost === null ? sum : addToRun(sum, cost)), NO_COST),
  )
}

/**
 * The usage of a run over all attempts. `lost` is the output without a remaining result; `taken` is the cost
 * of results reused by a fork, which its parent paid.
 */
export type RunSpent = Spent & { readonly lost: number; readonly taken: Spent }

export function runSpent(view: WorkflowView): RunSpent {
  const taken = spentOf(costTakenOver(view))
  return { ...spentOf(costOfAttempts(view)), lost: outputLost(view), taken }
}

/**
 * Returns the usage of a cost. A zero price with unpriced parts counts as unknown, because "at least nothing"
 * is useless.
 */
function spentOf({ usage, usd: known, unpriced }: RunCost): Spent {
  const usd = unpriced === true && known === 0 ? null : known
  return { tokens: tokensOf(usage), output: usage.output, usd, partly: unpriced === true && usd !== null }
}

/** Nothing will change about this agent in this attempt. */
export function isOver(agent: WorkflowAgentView): boolean {
  return agent.state !== 'queued' && agent.state !== 'running'
}

export function doneCount(agents: readonly WorkflowAgentView[]): number {
  return agents.reduce((sum, agent) => sum + (isOver(agent) && agent.state !== 'stopped' ? 1 : 0), 0)
}

/** A ceiling and what became of it. Reserved is a guess by the same rule main reserves by. */
export type BudgetUse = {
  /** Output tokens, or US dollars. */
  readonly of: 'tokens' | 'money'
  readonly total: number
  readonly spent: number
  readonly reserved: number
  readonly left: number
  readonly warn: number
}

type Counted = { readonly firstGuess: number; readonly amount: (cost: AgentCost) => number }

const TOKENS: Counted = { firstGuess: 4_000, amount: ({ usage }) => usage.output }
const MONEY: Counted = { firstGuess: 0.05, amount: ({ usd }) => usd ?? 0 }

type Lines = Pick<WorkflowRunListing, 'budgetUsd' | 'warnUsd'>

/** Returns the use of each budget of a run, the most exhausted first. */
export function budgetUses(run: Lines, view: WorkflowView): readonly BudgetUse[] {
  const uses: BudgetUse[] = []
  if (run.budgetUsd !== null)
    uses.push({ of: 'money', ...usedOf(view, MONEY, run.budgetUsd, warnLineUsd(run)) })
  if (view.budget !== null) uses.push({ of: 'tokens', ...usedOf(view, TOKENS, view.budget, warnLine(view)) })
  return uses.toSorted((one, other) => other.spent / other.total - one.spent / one.total)
}

function usedOf(view: WorkflowView, counted: Counted, total: number, warn: number | null) {
  const spent = counted.amount(costOfAttempts(view))
  const open = Math.max(0, total - spent)
  const reserved = view.state === 'running' ? Math.min(open, putAside(view, counted)) : 0
  return { total, spent, reserved, left: open - reserved, warn: warn ?? total }
}

/** Returns the reserved amount that running agents have not used yet. */
function putAside({ agents }: WorkflowView, { firstGuess, amount }: Counted): number {
  const used = ({ cost }: WorkflowAgentView) => (cost === null ? 0 : amount(cost))
  const over = agents.filter((agent) => agent.cost !== null && isOver(agent))
  const each =
    over.length === 0 ? firstGuess : over.reduce((sum, agent) => sum + used(agent), 0) / over.length
  return agents
    .filter((agent) => agent.state === 'running')
    .reduce((sum, agent) => sum + Math.max(0, each - used(agent)), 0)
}

/** Returns the active time of the run over all attempts, without the gaps between them. */
export function elapsedOf(view: WorkflowView, now: number): number {
  if (view.startedAt === null) return 0
  return Math.max(0, (view.endedAt ?? now) - (view.origin ?? view.startedAt) - gapTime(view))
}

/** Returns the active time of an agent; null before it had a slot, or when unknown. */
export function agentTime(agent: WorkflowAgentView, now: number): number | null {
  if (agent.startedAt === null) return null
  return Math.max(0, (agent.endedAt ?? now) - agent.startedAt)
}

/** The last characters of an id: enough to tell runs of one script apart. */
export function shortId(id: string): string {
  return `#${id.slice(-4)}`
}
