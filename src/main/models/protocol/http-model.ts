import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createRedactor } from '../../lib/redact.ts'
import type { Secret } from '../../lib/secret.ts'
import type { TurnBudget } from '../../lib/turn-budget.ts'
import type { ErrorScene } from '../errors/error-scene.ts'
import { llmError, refusalError } from '../errors/llm-error.ts'
import { refusalOf } from '../errors/refusal.ts'
import type { Fetch } from '../http/http-fetch.ts'
import type { ModelTimeouts } from '../http/model-timeouts.ts'
import { createStallWatch } from '../http/stall.ts'
import { throwIfStopped } from '../http/stopped.ts'
import type { Model, ModelChunk, ModelRequest } from '../model.ts'
import type { AnswerEvents } from './answer-events.ts'
import { createAnswerOpener } from './answer-opener.ts'
import { joinPieces } from './join-pieces.ts'
import { withReplayableRounds } from './missing-reasoning.ts'
import { pricedUsage, priceEnd } from './priced-usage.ts'
import type { AnswerReader, Protocol } from './protocol.ts'

export type HttpModelDeps = {
  readonly info: ModelInfo
  readonly baseUrl: string
  /**
   * Asked before every request, so that a key lives no longer than it is needed. Asked again with a token of a plan that
   * the server refused: it may have ended early.
   */
  readonly readKey: (signal: AbortSignal, refused?: Secret) => Promise<Secret | null>
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeouts: ModelTimeouts
  /** Bounds the time that arriving answers take of one turn of the event loop. */
  readonly turnBudget: TurnBudget
  readonly logger: Logger
}

/** A model behind a server that streams server-sent events over HTTP in one of the wire protocols. */
export function createHttpModel<Dialect>(deps: HttpModelDeps, protocol: Protocol<Dialect>) {
  const { info, baseUrl, clock, timeouts } = deps
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  const opener = createAnswerOpener(deps, protocol)
  const onUnknown = (error: unknown) =>
    deps.logger.error('A model request failed in an unknown way', error, { host, model: info.id })

  async function* stream(asked: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const request = withReplayableRounds(asked)
    const redactor = createRedactor()
    const scene: ErrorScene = {
      host,
      model: info.id,
      hasKey: false,
      plan: info.plan,
      now: clock.now(),
      hide: redactor.text,
      onUnknown,
      settings: settingsOf(request, protocol.effort(request, opener.dialect())),
    }
    const ending = new AbortController()
    let stalled: AppError | null = null
    let begun = false
    let answer: AnswerEvents | null = null
    let reader: AnswerReader | null = null
    let isWhole = false
    const watch = createStallWatch(clock, () => {
      stalled = stallError(scene, begun, timeouts)
      ending.abort(stalled)
    })
    // Does the same as `AbortSignal.any` at a third of the cost.
    const stop = () => ending.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const either = ending.signal
    const out: ModelChunk[] = []
    try {
      throwIfStopped(signal)
      const read = async (refused?: Secret) => {
        const secret = await deps.readKey(signal, refused)
        if (secret !== null) redactor.add(secret.reveal())
        return secret
      }
      const secret = await read()
      if (secret !== null) Object.assign(scene, { hasKey: true })
      watch.limit(timeouts.firstByteMs)
      reader = protocol.reader(request)
      const renewed = info.plan === undefined ? null : read
      answer = await opener.open(request, { secret, scene, renewed }, either)
      for (let events = await answer.next(); events !== null; events = await answer.next()) {
        if (!begun) watch.limit(timeouts.idleMs)
        begun = true
        watch.served()
        for (const event of events) reader.read(event, out)
        const failure = reader.failure()
        if (failure !== null) reader.breakOff(out)
        for (const chunk of joinPieces(out)) {
          yield chunk
          if (either.aborted) break
        }
        out.length = 0
        if (either.aborted) break
        if (failure !== null) throw refusalError(refusalOf({ status: null, body: failure }), scene)
        // The limits count the server's time, not that of others.
        const pause = deps.turnBudget()
        if (pause !== null) await pause
        watch.waiting()
      }
      throwIfStopped(signal)
      if (stalled !== null) throw stalled
      finish(reader, answer.isDone(), scene, out)
      priceEnd(out, info)
      isWhole = true
      yield* out
    } catch (error) {
      throwIfStopped(signal)
      throw stalled ?? llmError(error, { ...scene, now: clock.now() })
    } finally {
      signal.removeEventListener('abort', stop)
      watch.stop()
      answer?.close()
      const counted = isWhole ? null : (reader?.counted() ?? null)
      if (counted !== null) request.onCounted?.(pricedUsage(counted, info))
    }
  }

  const draft = (request: ModelRequest) => protocol.draft(withReplayableRounds(request), opener.dialect())
  return { stream, draft, dialect: opener.dialect } satisfies Model & { dialect: () => Dialect }
}

/** The settings that go with a request, and that its server may refuse. */
function settingsOf(
  { topP, model }: ModelRequest,
  effort: string | null,
): NonNullable<ErrorScene['settings']> {
  const sent = topP ?? model.topP
  return { ...(sent === undefined ? {} : { topP: sent }), ...(effort === null ? {} : { effort }) }
}

function finish(reader: AnswerReader, isDone: boolean, { host, model }: ErrorScene, out: ModelChunk[]): void {
  if (reader.empty()) throw AppError.saying('llm.stream', say('llm.empty', { host, model }))
  if (!isDone && !reader.finished()) {
    throw AppError.saying('llm.stream', say('llm.endedEarly', { host, model }))
  }
  if (reader.filtered()) throw AppError.saying('llm.other', say('llm.filtered', { host, model }))
  reader.end(out)
}

function stallError({ host, model }: ErrorScene, begun: boolean, timeouts: ModelTimeouts): AppError {
  const seconds = String((begun ? timeouts.idleMs : timeouts.firstByteMs) / 1000)
  return AppError.saying(
    'llm.timeout',
    say(begun ? 'llm.wentQuiet' : 'llm.notBegun', { host, model, seconds }),
  )
}
