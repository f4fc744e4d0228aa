import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { CacheCheck } from '#shared/session/cache-check.ts'
import type { Message, StopReason, Usage } from '#shared/session/message.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Model, ModelRequest } from '../../models/model.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import { unwinding } from '../run/unwind.ts'
import type { Answer } from './answer.ts'
import { usageOf } from './answer-usage.ts'
import type { Chunks } from './early-request.ts'
import type { TurnTimes } from './turn-times.ts'

/** Dependencies of a model request, including the fallbacks. */
export type RequestDeps = {
  readonly log: RunLog
  /** The current model: another one after `fallBack`. */
  readonly model: { readonly info: ModelInfo; readonly stream: Model['stream'] }
  /** Builds the request for the branch as it will stand with `pending`, and reports what became of each event. */
  readonly buildRequest: (run: RunHandle, pending: readonly NewDurableEvent[]) => ModelRequest
  /**
   * Compacts the conversation when the next request needs it: `full` asks to look, `refused` says that the model found
   * the last one too long. True when there is room now that was not there before; false at once when none is needed.
   */
  readonly makeRoom: (run: RunHandle, why: 'full' | 'refused') => Promise<boolean> | false
  /** Shows a request to hooks, which may change it or refuse that it is sent; null where none looks at requests. */
  readonly throughHooks: ((run: RunHandle, request: ModelRequest) => Promise<ModelRequest>) | null
  /** Lets another model answer for the rest of the run, and says so in the conversation. False when there is none. */
  readonly fallBack: (run: RunHandle, error: AppError) => Promise<boolean>
  /** The tokens estimated for the newest request; null where that is not known. Missing: never. */
  readonly estimated?: () => number | null
  /** The effort that the newest request names; null: none, undefined: one of the turn alone. Missing: never known. */
  readonly effort?: () => Effort | null | undefined
  /** Takes what failed answers have used since the last call, as their servers counted it. Missing: nothing. */
  readonly failedUsage?: () => Usage | null
  /** The comparison of the newest request with the one before; null without one. Missing: never. */
  readonly cacheCheck?: () => CacheCheck | null
  /** Returns what an answer cost more for an avoidable miss of the cache, in US dollars. Missing: nothing. */
  readonly lostToMiss?: (message: Message, eventId: EventId) => number
  readonly clock: Clock
}

export type Streaming = {
  readonly eventId: EventId
  readonly answer: Answer
  readonly early: Chunks | null
  readonly times: Pick<TurnTimes, 'sent' | 'heard'>
  /** Told each time a call has grown. */
  readonly called: () => void
}

/**
 * Streams one answer. Before any output a request that was too long is repeated after a compaction, and a
 * temporary failure goes to the fallback model.
 */
export async function requestAnswer(deps: RequestDeps, run: RunHandle, streaming: Streaming): Promise<void> {
  const { eventId, answer } = streaming
  let { early } = streaming
  let compacted = false
  for (;;) {
    try {
      await stream(deps, run, { ...streaming, early })
      return
    } catch (error) {
      if (!(error instanceof AppError) || run.signal.aborted || !answer.isEmpty()) throw error
      run.live({ kind: 'message.discarded', payload: { eventId, reason: 'error' } })
      const again = isTooLong(error)
        ? !compacted && (await deps.makeRoom(run, 'refused'))
        : isOut(error) && (await deps.fallBack(run, error))
      if (!again) throw error
      compacted ||= isTooLong(error)
      early = null
    }
  }
}

function isTooLong({ code }: AppError): boolean {
  return code === 'llm.context_overflow'
}

/**
 * Whether an answer broke off for a temporary reason and can be continued. A truncated call is unrecoverable,
 * so the person decides about it.
 */
export function canFetchRest(error: unknown, run: RunHandle, answer: Answer): boolean {
  if (!(error instanceof AppError) || run.signal.aborted || !isOut(error)) return false
  return answer.hasWords() && answer.calls().length === 0
}

/** Whether the model is unavailable for now, after all retries: overloaded, unreachable or silent. */
function isOut({ code, recoverable }: AppError): boolean {
  return recoverable && code.startsWith('llm.')
}

/** Maximum wait for a model that continues after its abort, in milliseconds. */
const MODEL_UNWIND_MS = 250

async function stream(deps: RequestDeps, run: RunHandle, streaming: Streaming): Promise<void> {
  const { eventId, answer, early, times } = streaming
  // Nothing waits where nothing looks at requests, so that the question is on its way in the same moment.
  const looked =
    early !== null || deps.throughHooks === null ? null : deps.throughHooks(run, deps.buildRequest(run, []))
  const request = looked === null ? null : await looked
  const timed = () => timedBy(times, request ?? deps.buildRequest(run, []))
  const chunks = early ?? deps.model.stream(timed(), run.signal)[Symbol.asyncIterator]()
  const parentId = deps.log.folds(run.sessionId).contexts[run.contextId]?.leaf ?? null
  const model = deps.model.info.ref
  run.live({ kind: 'message.start', payload: { eventId, parentId, role: 'assistant', model } })
  const listen = async (): Promise<void> => {
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      if (chunk.t !== 'end') times.heard()
      const piece = answer.push(chunk)
      if (piece !== null) run.live({ kind: 'message.delta', payload: piece })
      if (run.signal.aborted) return
      if (chunk.t === 'tool_args') streaming.called()
    }
  }
  await unwinding(listen(), { signal: run.signal, graceMs: MODEL_UNWIND_MS, clock: deps.clock })
  run.signal.throwIfAborted()
  if (answer.isEmpty()) run.live({ kind: 'message.discarded', payload: { eventId, reason: 'empty' } })
}

/** The same request, which also tells when it goes out. */
function timedBy({ sent }: Streaming['times'], request: ModelRequest): ModelRequest {
  const { onSent } = request
  return {
    ...request,
    onSent: (body, isContinued) => {
      sent()
      onSent?.(body, isContinued)
    },
  }
}

/** The answer as it is stored. */
export function messageOf(
  deps: Pick<RequestDeps, 'model' | 'estimated' | 'cacheCheck' | 'effort'>,
  run: RunHandle,
  answer: Answer,
): Message {
  // An estimated usage says nothing about the counting and the cache of the server.
  const isCounted = answer.isWhole()
  const estimate = isCounted ? (deps.estimated?.() ?? null) : null
  const cache = isCounted ? (deps.cacheCheck?.() ?? null) : null
  const effort = deps.effort?.()
  return {
    role: 'assistant',
    parts: answer.parts().whole,
    agentId: run.record().agentId,
    model: deps.model.info.ref,
    stop: answer.stop() ?? 'stop',
    usage: usageOf(deps, answer),
    ...(estimate === null ? {} : { estimate }),
    ...(cache === null ? {} : { cache }),
    ...(effort === undefined ? {} : { effort }),
  }
}

export type Cut = {
  readonly deps: Pick<RequestDeps, 'model' | 'estimated' | 'cacheCheck' | 'effort'>
  readonly run: RunHandle
  readonly eventId: EventId
  readonly answer: Answer
  readonly end: (stop: StopReason, last: readonly NewDurableEvent[]) => NewDurableEvent[]
}

/** The person has read these words and may have paid for them, and the next request must know them. */
export function partialOf({ deps, run, eventId, answer, end }: Cut, error: unknown): NewDurableEvent[] {
  const stop: StopReason = run.signal.aborted ? 'cancelled' : 'error'
  if (!answer.hasWords()) {
    run.live({
      kind: 'message.discarded',
      payload: { eventId, reason: run.signal.aborted ? 'user_cancel' : 'error' },
    })
    return end(stop, [])
  }
  const message: Message = {
    ...messageOf(deps, run, answer),
    parts: answer.parts().partial,
    stop,
    ...(error instanceof AppError && !run.signal.aborted ? { error: error.toData() } : {}),
  }
  return end(stop, [{ kind: 'message', id: eventId, payload: { message } }])
}
