import { AppError } from '#shared/errors.ts'
import type { RequestId, SessionId } from '#shared/ids.ts'
import type { PermissionRule, Remember } from '#shared/permission/rule.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Approvals, Resolution } from './approvals.ts'
import type { Lane } from './lane.ts'
import type { RunLog } from './supervisor.ts'

type Deps = {
  readonly log: RunLog
  readonly approvals: Approvals
  readonly lane: Lane
  readonly session: (sessionId: SessionId) => SessionRecord
  /** Keeps the rules of an approval beyond this one call. */
  readonly remember: (rules: readonly PermissionRule[], remember: Remember, session: SessionRecord) => void
}

/** Takes the person's answers to requests, and takes a run up again that waited while the app was closed. */
export function createAnswers({ log, approvals, lane, session, remember }: Deps) {
  return {
    give: (sessionId: SessionId, requestId: RequestId, said: Resolution, how: Remember): void => {
      const { ask, waited } = approvals.resolve(sessionId, requestId, said, how)
      if (said.outcome === 'approved') remember(ask.proposedRules ?? [], how, session(sessionId))
      if (waited || ask.runId === undefined) return
      const run = log.folds(sessionId).runs[ask.runId]
      if (run === undefined || ask.callId === undefined) {
        throw new AppError('run.abandoned', 'The run that asked is gone. Send your message again.')
      }
      lane.takeUp(run, ask.callId, said)
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>
