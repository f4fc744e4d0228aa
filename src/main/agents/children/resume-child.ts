import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ContextId, RunId, SessionId } from '#shared/ids.ts'
import type { CallRef } from '#shared/run/call-ref.ts'
import { say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { PriorAnswers } from '../../runs/calls/tool-group.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'
import type { ChildSetting, StepOf, Wanted } from '../records/child-task.ts'
import { newestRunOf } from '../records/newest-run.ts'

/**
 * Chooses the agent for a session; `prior` holds the person's answers about its last calls. Throws an
 * `AppError`, worded for the model, when none fits.
 */
export type Settle = (
  wanted: Wanted,
  parent: SessionRecord,
  runId: RunId,
  prior?: PriorAnswers,
) => Promise<ChildSetting>

export type ResumeDeps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  readonly settle: Settle
}

/** The input for resuming an agent. */
export type GoingOn = {
  readonly first: readonly NewDurableEvent[]
  /** Computed at the last moment instead of `first`; null cancels the resume. */
  readonly said?: () => Promise<readonly NewDurableEvent[] | null>
  readonly background: boolean
  readonly hardMs?: number
  readonly parentRun?: RunId
  /** The call that resumes it. */
  readonly call?: CallRef
  readonly prior?: PriorAnswers
  /** The plan step it resumes with. */
  readonly step?: StepOf
}

type Resumed = {
  readonly first: readonly NewDurableEvent[]
  readonly background: boolean
  readonly hardMs: number
  readonly parentRun: RunId
  readonly call?: CallRef
  readonly step?: StepOf
}

/** Returns the setting and task for resuming an ended agent. */
export async function resumed(
  { log, sessions, settle }: ResumeDeps,
  sessionId: SessionId,
  { hardMs = AGENT_LIMITS.hardMs, parentRun, prior, said: _said, ...words }: GoingOn,
): Promise<{ readonly setting: ChildSetting; readonly asked: Resumed }> {
  const session = sessions.get(sessionId)
  const { parentSessionId, parentRunId, task } = session
  if (session.kind !== 'child' || parentSessionId === null || parentRunId === null) {
    throw AppError.forAgent('tool.failed', 'This is no agent that works for another.')
  }
  const agentId = newestRunOf(log, sessionId)?.agentId ?? contextIn(log, session).agentId
  const isTeammate = task?.teammate !== undefined
  const named = task?.model === undefined ? {} : { model: task.model }
  const wanted: Wanted = task?.fork ? { fork: true } : { fork: false, agentId, isTeammate, ...named }
  const setting = await settle(wanted, sessions.get(parentSessionId), parentRunId, prior)
  if (words.background !== (session.meta.background ?? false)) {
    sessions.update(sessionId, { background: words.background })
  }
  return { setting, asked: { ...words, hardMs, parentRun: parentRun ?? parentRunId } }
}

/** The context an agent works in. Throws when its log is gone. */
export function contextIn(
  log: Pick<RunLog, 'folds'>,
  session: SessionRecord,
): { readonly id: ContextId; readonly agentId: AgentId } {
  const { activeContextId } = session.meta
  const context = activeContextId === null ? undefined : log.folds(session.id).contexts[activeContextId]
  if (context !== undefined) return context
  throw AppError.saying('session.not_found', say('agent.logGone'))
}
