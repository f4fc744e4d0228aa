import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

/** The stored part of a prompt. */
export type KeptPrompt = { readonly prompt: string; readonly whole: boolean }

/**
 * Returns the full prompt of an agent. The run stores its beginning; the rest is in the agent's session, as
 * long as that exists. An agent that has not started or ran on another machine has none.
 */
export function wholePrompt(deps: Deps, agent: Pick<WorkflowAgentView, 'prompt' | 'ref'>): KeptPrompt {
  const { prompt, ref } = agent
  if (prompt.length < WORKFLOW_LIMITS.shownPromptChars) return { prompt, whole: true }
  const contextId = ref === null ? null : deps.log.folds(ref.sessionId).session?.meta.activeContextId
  if (ref === null || contextId === null || contextId === undefined) return { prompt, whole: false }
  // The cut may have gone through the middle of a character.
  const beginning = prompt.slice(0, -1)
  for (const event of deps.pathOf(ref.sessionId, contextId)) {
    if (event.kind !== 'message' || event.payload.message.role !== 'user') continue
    for (const part of event.payload.message.parts) {
      if (part.t === 'text' && part.text.startsWith(beginning)) return { prompt: part.text, whole: true }
    }
  }
  return { prompt, whole: false }
}
