import type { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import type { Synthetic, ToolCallPart } from '#shared/session/message.ts'
import type { NewId } from '../../lib/ids.ts'
import type { ToolResult } from '../../tools/tool.ts'
import { lateAnswer, syntheticAnswer } from './call-answer.ts'
import { openCallsOf } from './open-calls.ts'

/** The whole branch of a context, root first. */
export type PathOf = (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]

type Deps = {
  readonly log: { readonly folds: (sessionId: SessionId) => SessionFolds }
  readonly newId: NewId
  readonly pathOf: PathOf
  /** Returns the answer to a call left open; null for an unknown call. */
  readonly answerFor?: AnswerFor
}

export type AnswerFor = (
  run: RunRecord,
  call: ToolCallPart,
) => { readonly result: ToolResult; readonly whole: boolean } | null

/** The end of a run. `calls` is the model's answer for unanswered calls. */
export type Closing = {
  readonly to: RunStatus
  readonly reason?: string
  readonly error?: AppError
  readonly calls: { readonly synthetic: Synthetic; readonly text: string }
}

/** Why a run ended that the end of the app has stopped. */
export const CLOSED = 'Orrery was closed.'

/** The answer for calls left open by a stopped run. */
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
