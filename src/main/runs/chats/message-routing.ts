import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Hearing } from '../run/inbox.ts'
import type { RunLog } from '../run/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly activeRun: (sessionId: SessionId) => RunRecord | null
}

/**
 * Creates the message routing of chats. After a stop or failure, and in the bin, the person decides how to
 * continue.
 */
export function createMessageRouting({ log, activeRun }: Deps) {
  return (sessionId: SessionId): Hearing => {
    if (activeRun(sessionId) !== null) return 'at work'
    const { session, runs } = log.folds(sessionId)
    if (typeof session?.meta.deletedAt === 'number') return 'later'
    const ended = ({ kind, status }: RunRecord) => kind === 'chat' && isTerminal(status)
    return Object.values<RunRecord>(runs).findLast(ended)?.status === 'completed' ? 'done' : 'later'
  }
}
