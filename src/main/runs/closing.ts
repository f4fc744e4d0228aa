import type { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import type { Synthetic, ToolCallPart } from '#shared/session/message.ts'
import type { NewId } from '../lib/ids.ts'
import type { ToolResult } from '../tools/tool.ts'
import { openCallsOf } from './open-calls.ts'
import { lateAnswer, syntheticAnswer } from './tool-call.ts'

/** The whole branch of a context, root first. */
export type PathOf = (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]

type Deps = {
  readonly log: { readonly folds: (sessionId: SessionId) => SessionFolds }
  readonly newId: NewId
  readonly pathOf: PathOf
  /** What can still be answered of a call that is left open; null for a call of which nothing is known. */
  readonly answerFor?: AnswerFor
}

export type AnswerFor = (
  run: RunRecord,
  call: ToolCallPart,
) => { readonly result: ToolResult; readonly whole: boolean } | null

/** How a run ends. `calls` is what the model is told of calls that have no answer yet. */
export type Closing = {
  readonly to: RunStatus
  readonly reason?: string
  readonly error?: AppError
  readonly calls: { readonly synthetic: Synthetic; readonly text: string }
}

/** Why a run ended that the end of the app has stopped. */
export const CLOSED = 'Orrery was closed.'

/** What a run that is stopped says of the calls it leaves open. */
export const STOPPED_CALLS: Closing['calls'] = {
  synthetic: 'cancelled',
  text: 'This call was stopped before it finished. What it may have done so far was not undone.',
}

/** The last events of a run, stored together: no call stays without its answer and no request stays open. */
export function closingEvents(deps: Deps, record: RunRecord, closing: Closing): NewDurableEvent[] {
  const { runId, contextId, sessionId } = record
  const { to, reason, error, calls } = closing
  const answers = openCallsOf(deps.pathOf(sessionId, contextId)).map((call) => {
    const known = deps.answerFor?.(record, call) ?? null
    if (known === null) return syntheticAnswer(call, deps.newId('event'), calls.synthetic, calls.text)
    return lateAnswer(call, deps.newId('event'), known.result, known.whole ? null : calls.synthetic)
  })
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
  return [...answers, ...expired, ended].map((event) => ({ ...event, runId, contextId }))
}
