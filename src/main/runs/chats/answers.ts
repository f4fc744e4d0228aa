import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { RequestId, RunId, SessionId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import { parsePlan } from '#shared/plan/parse-plan.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Approvals, Resolution } from '../calls/approvals.ts'
import { priorAnswersOf } from '../calls/prior-answers.ts'
import type { PriorAnswers } from '../calls/tool-group.ts'
import type { PathOf } from '../run/closing.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor } from '../run/supervisor.ts'
import { isInBin } from '../run/top-session.ts'
import type { Lane } from './lane.ts'

type Deps = {
  readonly log: RunLog
  readonly approvals: Approvals
  readonly supervisor: Pick<Supervisor, 'isLive'>
  readonly lane: Pick<Lane, 'resumeAnswered'>
  /** The same for an agent that works for a chat. */
  readonly takeUpAgent: (record: RunRecord, prior: PriorAnswers) => void
  readonly pathOf: PathOf
  /** The requests of a run and what became of them, oldest first. */
  readonly asksOf: (runId: RunId) => readonly DurableEvent[]
  readonly session: (sessionId: SessionId) => SessionRecord
  /**
   * Makes ready to keep the rules of an approval beyond this one call. Throws what must not be kept; what it answers
   * with keeps them.
   */
  readonly remember: (ask: Interaction, remember: Remember, session: SessionRecord) => () => void
}

/** Takes the person's answers to requests, and takes a run up again that waited while the app was closed. */
export function createAnswers(deps: Deps) {
  const { log, approvals, lane, session, remember } = deps

  /** A running run that does not wait for this request is being stopped and must not start twice. */
  const checkWanted = (sessionId: SessionId, requestId: RequestId): void => {
    if (isInBin(log, sessionId)) throw AppError.saying('session.not_found', say('run.inBin'))
    const runId = log.folds(sessionId).interactions[requestId]?.runId
    if (runId === undefined || !deps.supervisor.isLive(runId) || approvals.isWaiting(requestId)) return
    throw AppError.saying('queue.gone', say('run.beingStopped'))
  }

  return {
    give: (sessionId: SessionId, requestId: RequestId, said: Resolution, how: Remember): void => {
      checkWanted(sessionId, requestId)
      const open = log.folds(sessionId).interactions[requestId]
      // A plan that cannot be read is not accepted: the person sees why, and the request stays.
      if (open?.what === 'plan_approval' && said.outcome === 'approved' && said.value !== undefined) {
        parsePlan(said.value, open.prompt)
      }
      const keep =
        open !== undefined && said.outcome === 'approved' ? remember(open, how, session(sessionId)) : null
      const { ask, waited } = approvals.resolve(sessionId, requestId, said, how)
      keep?.()
      if (waited || ask.runId === undefined) return
      const { runs, interactions } = log.folds(sessionId)
      const run = runs[ask.runId]
      if (run === undefined || ask.callId === undefined) {
        throw AppError.saying('run.abandoned', say('chat.askerGone'))
      }
      // It is taken up when everything it asked is answered, so that nothing is asked twice.
      if (Object.values(interactions).some((open) => open.runId === run.runId)) return
      const prior = priorAnswersOf(deps.pathOf(sessionId, run.contextId), deps.asksOf(run.runId))
      if (run.kind === 'chat') lane.resumeAnswered(run, prior)
      else deps.takeUpAgent(run, prior)
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>
