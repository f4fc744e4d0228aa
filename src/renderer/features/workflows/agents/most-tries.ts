import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'

type Tried = Pick<WorkflowAgentView, 'attempt' | 'tries' | 'retries'>

/**
 * Returns the number of the try after which a failing agent gives up. Restarts by the person do not count.
 */
export function mostTries({ attempt, tries, retries = USUAL_AGENTS.retries }: Tried): number {
  const before = attempt > 1 ? tries.slice(1 - attempt) : []
  const failures = before.filter(({ error }) => error !== null).length
  return attempt + Math.max(0, retries - failures)
}
