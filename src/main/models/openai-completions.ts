import type { OpenAI } from 'openai'
import type { Stream } from 'openai/streaming'
import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import { toolCallsOf } from '#shared/session/message.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { createRedactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import { createChunkReader } from './chunk-reader.ts'
import { createDoneMarks } from './done-marks.ts'
import type { ErrorScene } from './error-scene.ts'
import { createHttpFetch, type Fetch } from './http-fetch.ts'
import { llmError } from './llm-error.ts'
import type { Model, ModelChunk, ModelRequest } from './model.ts'
import { createModelFetch } from './model-fetch.ts'
import { createBodyWriter } from './request-body.ts'
import { createStallWatch } from './stall.ts'
import { throwIfStopped } from './stopped.ts'
import { pictureParts } from './wire-messages.ts'
import {
  adaptedDialect,
  dialectFor,
  readPictures,
  wireDraft,
  wireRequest,
  withoutPictures,
} from './wire-request.ts'

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
  readonly fetch?: Fetch
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
  const openStream = createStreamOpener(deps)
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
      settings: info,
      onUnknown,
    }
    const ending = new AbortController()
    let stalled: AppError | null = null
    let begun = false
    let read = false
    const watch = createStallWatch(clock, () => {
      stalled = stallError(scene, begun, timeouts)
      ending.abort(stalled)
    })
    const either = AbortSignal.any([signal, ending.signal])
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
      const opened = await openStream(request, secret, either)
      const chunks = opened.stream[Symbol.asyncIterator]()
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        if (!begun) watch.limit(timeouts.idleMs)
        begun = true
        watch.served()
        reader.read(next.value, out)
        for (const chunk of out) yield chunk
        out.length = 0
        if (either.aborted) break
        watch.waiting()
      }
      read = !either.aborted
      throwIfStopped(signal)
      if (stalled !== null) throw stalled
      finish(reader, opened.isDone(), scene, out)
      yield* out
    } catch (error) {
      throwIfStopped(signal)
      throw stalled ?? llmError(error, { ...scene, now: clock.now() })
    } finally {
      watch.stop()
      // Lets go of the connection when the reader stopped reading before the end.
      if (!read) ending.abort()
    }
  }

  return { stream, draft: (request) => wireDraft(request, dialectFor(baseUrl, info)) }
}

/** An answer that has begun, and whether it was marked as whole at its end. */
type Opened = { readonly stream: AsyncIterable<unknown>; readonly isDone: () => boolean }

/** Sends requests, and learns which words of the protocol this server refuses. */
function createStreamOpener({ info, baseUrl, clock, timeouts, logger, ...deps }: OpenAiCompletionsDeps) {
  const fetch = deps.fetch ?? createHttpFetch({ clock, connectMs: timeouts.connectMs })
  let dialect = dialectFor(baseUrl, info)
  const written = createBodyWriter()
  const marks = createDoneMarks()
  let opened: OpenAI | null = null
  return async (request: ModelRequest, secret: Secret | null, signal: AbortSignal): Promise<Opened> => {
    opened ??= await createClient(baseUrl, createModelFetch(fetch, marks))
    const client = opened
    const headers = {
      'content-type': 'application/json',
      authorization: secret === null ? null : bearerOf(secret),
    }
    const hasPictures = pictureParts(request.messages).length > 0
    const pictures = await readPictures(request, (blobId, error) =>
      logger.error('A picture of the conversation could not be read', error, { blobId }),
    )
    for (;;) {
      const sent = dialect
      try {
        const body = written(wireRequest(request, pictures, sent))
        request.onSent?.(() => wireDraft(request, sent))
        // The typed call copies every chunk once more, which counts at this rate, and types what is not checked.
        const sending = client.post<Stream<unknown>>('/chat/completions', {
          ...{ body, headers, signal },
          stream: true,
        })
        const { data: stream, response } = await sending.withResponse()
        if (hasPictures && !sent.pictures) request.onPicturesNamed?.()
        return { stream, isDone: () => marks.has(response) }
      } catch (error) {
        const blind = hasPictures && isRefusal(error) ? withoutPictures(sent, error.message) : null
        const adapted = blind ?? (isBadRequest(error) ? adaptedDialect(sent, error.message) : null)
        if (adapted === null) throw error
        dialect = adapted
      }
    }
  }
}

/** A key as its bytes: a header has no encoding of its own, and servers compare what they were given in UTF-8. */
function bearerOf(secret: Secret): string {
  return `Bearer ${Buffer.from(secret.reveal().trim()).toString('latin1')}`
}

/** The SDK is loaded with the first request: starting the app does not wait for it. */
async function createClient(baseURL: string, fetch: Fetch): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  // Every setting the SDK would take from the environment is given here, so that no key meant for one host goes
  // to another. The real key comes with each request, and is kept nowhere between them.
  return new OpenAI({
    baseURL,
    apiKey: 'unused',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    fetch,
  })
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

/** Servers refuse pictures in many ways: as a bad request, as something they do not have, as a failure of their own. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('status' in error)) return false
  return [400, 404, 415, 422, 500, 501].includes(Number(error.status))
}

function isBadRequest(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && (error.status === 400 || error.status === 422)
}
