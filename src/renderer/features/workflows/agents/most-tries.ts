import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'

type Tried = Pick<WorkflowAgentView, 'attempt' | 'tries' | 'retries'>

/** With which try an agent dies if it goes on failing. What a person starts again is not counted against it. */
export function mostTries({ attempt, tries, retries = USUAL_AGENTS.retries }: Tried): number {
  const before = attempt > 1 ? tries.slice(1 - attempt) : []
  const failures = before.filter(({ error }) => error !== null).length
  return attempt + Math.max(0, retries - failures)
}
