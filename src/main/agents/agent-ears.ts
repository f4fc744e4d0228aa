import type { SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { Hearing } from '../runs/inbox.ts'
import type { RunLog } from '../runs/run-log.ts'
import { isCutOff } from './agent-runs.ts'
import type { Children } from './children.ts'
import { chatOf } from './employer.ts'
import { newestRunOf } from './newest-run.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly children: Pick<Children, 'isAtWork' | 'wake'>
  /** The same for who is in a team: it goes on as its team lets it. */
  readonly teammates: {
    readonly mayGoOn: (sessionId: SessionId) => boolean
    readonly wake: (sessionId: SessionId) => Promise<void>
  }
}

/** How agents hear of what comes for them, for example that one they started in the background has ended. */
export function createAgentEars({ log, children, teammates }: Deps) {
  const isTeammate = (sessionId: SessionId): boolean =>
    log.folds(sessionId).session?.task?.teammate !== undefined

  return {
    /** One that failed or was stopped hears nothing any more: whoever it works for does. */
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
    /** Lets one that has ended go on in the background. Its run takes along what waits. */
    wake: (sessionId: SessionId): Promise<void> =>
      isTeammate(sessionId) ? teammates.wake(sessionId) : children.wake(sessionId, []),
  }
}

export type AgentEars = ReturnType<typeof createAgentEars>
