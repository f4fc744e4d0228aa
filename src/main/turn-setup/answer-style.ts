import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { RunId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { chosenEffort } from '#shared/session/chosen-effort.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { ModelRequest } from '../models/model.ts'

/** Sampling and effort settings of a request. */
export type AnswerStyle = Pick<ModelRequest, 'temperature' | 'topP' | 'effort'>

/**
 * Collects what this piece of work, the agent's definition and the chat settle about an answer, in this order. Missing:
 * as is set for the model.
 */
export function answerStyle(
  { temperature, topP, effort: own }: Pick<AgentDefinition, 'temperature' | 'topP' | 'effort'>,
  session: SessionRecord | null,
  work: Effort | null,
): AnswerStyle {
  const chosen = session === null ? null : chosenEffort(session.meta)
  const effort = work ?? own ?? chosen
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(effort === null ? {} : { effort }),
  }
}

/** Returns the effort of a turn. A run that resumes another keeps it. */
export function turnEffort(runs: SessionFolds['runs'], run: RunRecord): Effort | null {
  const seen = new Set<RunId>()
  for (let at: RunRecord | undefined = run; at !== undefined && !seen.has(at.runId); ) {
    if (at.effort !== undefined) return at.effort
    seen.add(at.runId)
    at = at.retryOf === undefined ? undefined : runs[at.retryOf]
  }
  return null
}
