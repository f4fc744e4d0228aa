import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from './run-log.ts'

type Log = Pick<RunLog, 'folds'>

/**
 * For what somebody works, over however many agents: a chat, or the run of a script. Itself for everything else, and null
 * where a log is gone.
 */
export function topSession(log: Log, sessionId: SessionId): SessionRecord | null {
  let at = log.folds(sessionId).session
  while (at !== null && at.kind === 'child' && at.parentSessionId !== null) {
    at = log.folds(at.parentSessionId).session
  }
  return at
}

/** True for a chat in the bin, and for who works for one. A script that a chat has started goes on without it. */
export const isInBin = (log: Log, sessionId: SessionId): boolean =>
  typeof topSession(log, sessionId)?.meta.deletedAt === 'number'
