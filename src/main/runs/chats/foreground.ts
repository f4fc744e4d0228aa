import { AppError } from '#shared/errors.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor } from '../run/supervisor.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  readonly log: RunLog
  readonly sessions: Pick<Sessions, 'get'>
  readonly supervisor: Pick<Supervisor, 'isLive' | 'bury'>
}

/** The one run that may write to a chat's history, if there is one. */
export function createForeground({ log, sessions, supervisor }: Deps) {
  const contextOf = (sessionId: SessionId): ContextId => {
    const { activeContextId } = sessions.get(sessionId).meta
    if (activeContextId !== null) return activeContextId
    throw AppError.saying('session.not_found', say('chat.noHistory'))
  }

  const activeRun = (sessionId: SessionId): RunRecord | null => {
    const run = unfinishedIn(log, sessionId, contextOf(sessionId))
    if (run === null || supervisor.isLive(run.runId)) return run
    const asks = Object.values(log.folds(sessionId).interactions)
    if (run.status === 'awaiting_user' && asks.some((ask) => ask.runId === run.runId)) return run
    // No code runs in it, because its end could not be stored. Without an end the chat would wait forever.
    supervisor.bury(run)
    return null
  }

  return {
    contextOf,
    activeRun,
    /** Hands a chat back. Throws for an agent: no run of a chat begins in its log, beside its work or after it. */
    chatOnly: (sessionId: SessionId): SessionId => {
      if (sessions.get(sessionId).kind !== 'child') return sessionId
      throw AppError.saying('ipc.refused', say('agent.noChat'))
    },
    /** Throws while a run is active in the chat. */
    idleOnly: (sessionId: SessionId): void => {
      if (activeRun(sessionId) === null) return
      throw AppError.saying('run.active', say('chat.busy'))
    },
  }
}

function unfinishedIn(log: RunLog, sessionId: SessionId, contextId: ContextId): RunRecord | null {
  const isUnfinished = (run: RunRecord) =>
    run.contextId === contextId && isForeground(run) && !isTerminal(run.status)
  return Object.values<RunRecord>(log.folds(sessionId).runs).find(isUnfinished) ?? null
}

/**
 * Whether a run is shown as the chat's activity: a chat run, or unrequested work of the app on its history.
 */
function isForeground({ kind, parentRunId }: RunRecord): boolean {
  return kind === 'chat' || (kind === 'system' && parentRunId === undefined)
}
