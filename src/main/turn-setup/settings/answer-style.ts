import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { RunId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { chosenEffort } from '#shared/session/chosen-effort.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { ModelRequest } from '../../models/model.ts'
import { launchingRun } from '../../runs/limits/launching-run.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

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

/**
 * Returns the effort of a turn. A run that resumes another keeps it. The subagents of a turn have it too, at any depth,
 * and so have the agents of workflows that it launches.
 */
export function turnEffort(log: Pick<RunLog, 'folds'>, run: RunRecord): Effort | null {
  const seen = new Set<RunId>()
  for (let at: RunRecord | null = run; at !== null && !seen.has(at.runId); at = before(log, at)) {
    if (at.effort !== undefined) return at.effort
    seen.add(at.runId)
  }
  return null
}

/** Returns the run that a run resumes, else the run that started its agent or launched its workflow. */
function before(log: Pick<RunLog, 'folds'>, run: RunRecord): RunRecord | null {
  const { session, runs } = log.folds(run.sessionId)
  if (run.retryOf !== undefined) return runs[run.retryOf] ?? null
  if (session === null || session.parentSessionId === null) return null
  if (session.kind === 'workflow')
    return launchingRun(log, session.parentSessionId, session.createdAt) ?? null
  if (session.kind !== 'child' || run.parentRunId === undefined) return null
  return log.folds(session.parentSessionId).runs[run.parentRunId] ?? null
}
