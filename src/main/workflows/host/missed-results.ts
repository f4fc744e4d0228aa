import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowEventOf } from '#shared/workflow/workflow-events.ts'
import type { Announcement } from './memo-rows.ts'

const OVER: ReadonlySet<string> = new Set(['done', 'skipped'])

/**
 * Returns the events of results that a run had when the app was killed, and that did not reach its log. Calls that the log
 * does not know yet are left out; the next attempt makes them again and finds their results.
 */
export function missedResults(
  announced: readonly Announcement[],
  view: WorkflowView | null,
): WorkflowEventOf<'workflow.agent'>[] {
  const agents = new Map(view?.agents.map((agent) => [agent.agentId, agent]))
  return announced.flatMap(({ key, nth, at, event }) => {
    const agent = agents.get(event.agentId)
    if (agent === undefined || agent.key !== key || agent.nth !== nth || OVER.has(agent.state)) return []
    return [{ kind: 'workflow.agent' as const, payload: { ...event, happenedAt: at } }]
  })
}
