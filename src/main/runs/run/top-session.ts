import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from './run-log.ts'

type Log = Pick<RunLog, 'folds'>

/**
 * Returns the top of a session's parents: a chat or a script run. Itself for other sessions; null when a log
 * is gone.
 */
export function topSession(log: Log, sessionId: SessionId): SessionRecord | null {
  let at = log.folds(sessionId).session
  while (at !== null && at.kind === 'child' && at.parentSessionId !== null) {
    at = log.folds(at.parentSessionId).session
  }
  return at
}

/**
 * Whether a session is a chat in the bin or works for one. A script launched by a chat continues without it.
 */
export const isInBin = (log: Log, sessionId: SessionId): boolean =>
  typeof topSession(log, sessionId)?.meta.deletedAt === 'number'
