import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { warnLine } from '#shared/workflow/warn-line.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

const OVER = new Set(['done', 'dead', 'skipped'])

/** A run's line while it goes on. Its state is the host's to say, for a view of an old attempt says less. */
export function listingAfter(run: WorkflowRunDetail, view: WorkflowView, now: number): WorkflowRunDetail {
  const { agents } = view
  const tokens = agents.reduce((sum, agent) => sum + (agent.cost?.usage.output ?? 0), 0)
  return {
    ...run,
    agentsTotal: agents.length,
    agentsWaiting: agents.filter((agent) => agent.waits === 'person').length,
    agentsDone: agents.filter((agent) => OVER.has(agent.state)).length,
    tokens,
    warnedAt: run.warnedAt ?? (tokens >= (warnLine(run) ?? Number.POSITIVE_INFINITY) ? now : null),
    usd: agents.reduce<number | null>(
      (sum, agent) => (sum === null || agent.cost?.usd === null ? null : sum + (agent.cost?.usd ?? 0)),
      0,
    ),
    updatedAt: now,
  }
}

/** A run's line once an attempt is over. */
export function endedListing(run: WorkflowRunDetail, view: WorkflowView, now: number): WorkflowRunDetail {
  const state = view.state === null || view.state === 'running' ? 'failed' : view.state
  return { ...listingAfter(run, view, now), state, pausing: false, endedAt: now, error: view.error }
}
