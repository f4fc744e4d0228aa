import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { RunCost } from '#shared/workflow/memo.ts'
import { costOfAttempts } from '#shared/workflow/run-cost.ts'
import { warnLine, warnLineUsd } from '#shared/workflow/warn-line.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

const OVER = new Set(['done', 'dead', 'skipped'])

/**
 * Updates a run's row while it runs. The state comes from the host, because the view of an old attempt knows
 * less.
 */
export function listingAfter(run: WorkflowRunDetail, view: WorkflowView, now: number): WorkflowRunDetail {
  const { agents } = view
  const used = costOfAttempts(view)
  const cost = figuresOf(used)
  return {
    ...run,
    agentsTotal: agents.length,
    agentsWaiting: agents.filter((agent) => agent.waits === 'person').length,
    agentsDone: agents.filter((agent) => OVER.has(agent.state)).length,
    ...cost,
    warnedAt: run.warnedAt ?? (isNear(run, used) ? now : null),
    updatedAt: now,
  }
}

/** It has passed the line of one of its ceilings. */
function isNear(run: WorkflowRunDetail, { usage, usd }: RunCost): boolean {
  const [tokens, money] = [warnLine(run), warnLineUsd(run)]
  return (tokens !== null && usage.output >= tokens) || (money !== null && (usd ?? 0) >= money)
}

/** Returns the cost figures of a row. An agent without usage has no price and makes nothing unknown. */
export function figuresOf(cost: RunCost): Pick<WorkflowRunDetail, 'tokens' | 'usd'> {
  return { tokens: cost.usage.output, usd: cost.unpriced ? null : (cost.usd ?? 0) }
}

/** A run's line once an attempt is over. */
export function endedListing(run: WorkflowRunDetail, view: WorkflowView, now: number): WorkflowRunDetail {
  const state = view.state === null || view.state === 'running' ? 'failed' : view.state
  return { ...listingAfter(run, view, now), state, pausing: false, endedAt: now, error: view.error }
}
