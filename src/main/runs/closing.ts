import type { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import type { Synthetic } from '#shared/session/message.ts'
import type { NewId } from '../lib/ids.ts'
import { openCallsOf } from './open-calls.ts'
import { syntheticAnswer } from './tool-call.ts'

/** The whole branch of a context, root first. */
export type PathOf = (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]

type Deps = {
  readonly log: { readonly folds: (sessionId: SessionId) => SessionFolds }
  readonly newId: NewId
  readonly pathOf: PathOf
}

/** How a run ends. `calls` is what the model is told of calls that have no answer yet. */
export type Closing = {
  readonly to: RunStatus
  readonly reason?: string
  readonly error?: AppError
  readonly calls: { readonly synthetic: Synthetic; readonly text: string }
}

/** What a run that is stopped says of the calls it leaves open. */
export const STOPPED_CALLS: Closing['calls'] = {
  synthetic: 'cancelled',
  text: 'This call was stopped before it finished. What it may have done so far was not undone.',
}

/** The last events of a run, stored together: no call stays without its answer and no request stays open. */
export function closingEvents(deps: Deps, record: RunRecord, closing: Closing): NewDurableEvent[] {
  const { runId, contextId, sessionId } = record
  const common = { runId, contextId }
  const { to, reason, error, calls } = closing
  const answers = openCallsOf(deps.pathOf(sessionId, contextId)).map((call) =>
    syntheticAnswer(call, deps.newId('event'), calls.synthetic, calls.text),
  )
  const expired = Object.values(deps.log.folds(sessionId).interactions)
    .filter((ask) => ask.runId === runId)
    .map(
      ({ requestId }): NewDurableEvent => ({
        kind: 'interaction.resolved',
        payload: { requestId, outcome: 'expired' },
      }),
    )
  const ended: NewDurableEvent = {
    kind: 'run.status',
    payload: {
      runId,
      from: record.status,
      to,
      ...(reason === undefined ? {} : { reason }),
      ...(error === undefined ? {} : { error: error.toData() }),
    },
  }
  return [...answers, ...expired, ended].map((event) => ({ ...event, ...common }))
}
