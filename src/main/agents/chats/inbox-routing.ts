import type { SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { Hearing } from '../../runs/run/inbox.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Children } from '../children/children.ts'
import { newestRunOf } from '../records/newest-run.ts'
import { chatOf } from '../records/parent.ts'
import { isCutOff } from '../reports/agent-runs.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly children: Pick<Children, 'isAtWork' | 'wake'>
  /** Message routing for teammates, whose team decides whether they may resume. */
  readonly teammates: {
    readonly mayGoOn: (sessionId: SessionId) => boolean
    readonly wake: (sessionId: SessionId) => Promise<void>
  }
}

/** Creates the routing of messages to agents, for example about the end of a background subagent. */
export function createInboxRouting({ log, children, teammates }: Deps) {
  const isTeammate = (sessionId: SessionId): boolean =>
    log.folds(sessionId).session?.task?.teammate !== undefined

  return {
    /** A failed or stopped agent receives nothing more; its parent receives the messages instead. */
    hearingOf: (sessionId: SessionId): Hearing => {
      if (children.isAtWork(sessionId)) return 'at work'
      const { session } = log.folds(sessionId)
      const run = newestRunOf(log, sessionId)
      if (session === null || run === null) return 'never'
      if (isTeammate(sessionId) && !teammates.mayGoOn(sessionId)) return 'never'
      if (isPaused(run) || isCutOff(run)) return 'later'
      const isInBin = typeof chatOf(log, session).meta.deletedAt === 'number'
      return run.status === 'completed' && !isInBin ? 'done' : 'never'
    },
    /** Resumes an ended agent in the background. Its run picks up the pending messages. */
    wake: (sessionId: SessionId): Promise<void> =>
      isTeammate(sessionId) ? teammates.wake(sessionId) : children.wake(sessionId, []),
  }
}

export type InboxRouting = ReturnType<typeof createInboxRouting>
