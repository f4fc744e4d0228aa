import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import { say } from '#shared/sentences.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { createRedactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import type { AnswerEvents } from './answer-events.ts'
import { createAnswerOpener } from './answer-opener.ts'
import { createChunkReader } from './chunk-reader.ts'
import type { ErrorScene } from './error-scene.ts'
import type { Fetch } from './http-fetch.ts'
import { joinPieces } from './join-pieces.ts'
import { llmError, refusalError } from './llm-error.ts'
import type { Model, ModelChunk, ModelRequest } from './model.ts'
import { refusalOf } from './refusal.ts'
import { createStallWatch } from './stall.ts'
import { throwIfStopped } from './stopped.ts'
import { wireDraft, wireEffort } from './wire-request.ts'

/** How long to wait: for the connection, for the first byte after it, and between two pieces of the answer. */
export type ModelTimeouts = {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly idleMs: number
}

/** Local models may read a long conversation for minutes before their first word. */
export const DEFAULT_TIMEOUTS: ModelTimeouts = { connectMs: 10_000, firstByteMs: 600_000, idleMs: 120_000 }

export type OpenAiCompletionsDeps = {
  readonly info: ModelInfo
  readonly baseUrl: string
  /** Asked before every request, so that a key lives no longer than it is needed. */
  readonly readKey: (signal: AbortSignal) => Promise<Secret | null>
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeouts: ModelTimeouts
  readonly logger: Logger
  /** Makes ids for calls to which the server gave none. */
  readonly newCallId?: () => string
}

/** A model behind any server that speaks the OpenAI chat protocol. */
export function createOpenAiCompletions(deps: OpenAiCompletionsDeps): Model {
  const { info, baseUrl, clock, timeouts } = deps
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  const openAnswer = createAnswerOpener(deps)
  const onUnknown = (error: unknown) =>
    deps.logger.error('A model request failed in an unknown way', error, { host, model: info.id })

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const redactor = createRedactor()
    const scene: ErrorScene = {
      host,
      model: info.id,
      hasKey: false,
      now: clock.now(),
      hide: redactor.text,
      settings: settingsOf(request, info),
      onUnknown,
    }
    const ending = new AbortController()
    let stalled: AppError | null = null
    let begun = false
    let answer: AnswerEvents | null = null
    const watch = createStallWatch(clock, () => {
      stalled = stallError(scene, begun, timeouts)
      ending.abort(stalled)
    })
    // What `AbortSignal.any` does, at a third of its price.
    const stop = () => ending.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const either = ending.signal
    const out: ModelChunk[] = []
    try {
      throwIfStopped(signal)
      const secret = await deps.readKey(signal)
      if (secret !== null) {
        Object.assign(scene, { hasKey: true })
        redactor.add(secret.reveal())
      }
      watch.limit(timeouts.firstByteMs)
      const reader = createChunkReader(readerDeps(deps, request))
      answer = await openAnswer.open(request, { headers: headersFor(secret), scene }, either)
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
        watch.waiting()
      }
      throwIfStopped(signal)
      if (stalled !== null) throw stalled
      finish(reader, answer.isDone(), scene, out)
      yield* out
    } catch (error) {
      throwIfStopped(signal)
      throw stalled ?? llmError(error, { ...scene, now: clock.now() })
    } finally {
      signal.removeEventListener('abort', stop)
      watch.stop()
      answer?.close()
    }
  }

  return {
    stream,
    draft: (request) => wireDraft(request, openAnswer.dialect()),
    returnsReasoning: () => openAnswer.dialect().returnReasoning,
  }
}

/** The settings that go with a request, and that its server may refuse. */
function settingsOf(request: ModelRequest, info: ModelInfo): NonNullable<ErrorScene['settings']> {
  const effort = sentEffort(info, request.effort ?? null)
  return {
    ...(info.topP === undefined ? {} : { topP: info.topP }),
    ...(effort === null ? {} : { effort: wireEffort(effort) }),
  }
}

/** Only what the protocol needs, and nothing that tells of this machine. */
function headersFor(secret: Secret | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(secret === null ? {} : { authorization: bearerOf(secret) }),
  }
}

/** A key as its bytes: a header has no encoding of its own, and servers compare what they were given in UTF-8. */
function bearerOf(secret: Secret): string {
  return `Bearer ${Buffer.from(secret.reveal().trim()).toString('latin1')}`
}

function readerDeps(deps: OpenAiCompletionsDeps, request: ModelRequest) {
  return {
    provider: deps.info.provider,
    taken: new Set(request.messages.flatMap((message) => toolCallsOf(message).map((call) => call.callId))),
    newCallId: deps.newCallId ?? newCallId,
  }
}

/** Nine letters and digits: the one form of id that every provider takes. It only tells the calls of one chat apart. */
function newCallId(): string {
  return Math.random().toString(36).slice(2).padEnd(9, '0').slice(0, 9)
}

function finish(
  reader: ReturnType<typeof createChunkReader>,
  isDone: boolean,
  { host, model }: ErrorScene,
  out: ModelChunk[],
): void {
  if (reader.empty()) {
    throw AppError.saying('llm.stream', say('llm.empty', { host, model }))
  }
  if (!isDone && !reader.finished()) {
    throw AppError.saying('llm.stream', say('llm.endedEarly', { host, model }))
  }
  if (reader.filtered()) {
    throw AppError.saying('llm.other', say('llm.filtered', { host, model }))
  }
  reader.end(out)
}

function stallError({ host, model }: ErrorScene, begun: boolean, timeouts: ModelTimeouts): AppError {
  const seconds = String((begun ? timeouts.idleMs : timeouts.firstByteMs) / 1000)
  const name = begun ? 'llm.wentQuiet' : 'llm.notBegun'
  return AppError.saying('llm.timeout', say(name, { host, model, seconds }))
}
