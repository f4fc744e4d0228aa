import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { createRedactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import { type AnswerEvents, readAnswer } from './answer-events.ts'
import { largestTransfer } from './answer-limit.ts'
import type { ErrorScene } from './error-scene.ts'
import type { Fetch } from './http-fetch.ts'
import { joinPieces } from './join-pieces.ts'
import { llmError, refusalError } from './llm-error.ts'
import type { Model, ModelChunk, ModelRequest } from './model.ts'
import { DEFAULT_TIMEOUTS, type ModelTimeouts } from './model-timeouts.ts'
import { type Refusal, refusalIn } from './refusal.ts'
import { readFiles, type SentFiles } from './sent-files.ts'
import { createStallWatch } from './stall.ts'
import { throwIfStopped } from './stopped.ts'

/** Reads the events of one streamed answer. Nothing it does grows with the answer, since it runs for every token. */
export type AnswerReader = {
  /** Adds what one event says to `out`. */
  readonly read: (event: unknown, out: ModelChunk[]) => void
  /** Adds the last chunks of a complete answer. */
  readonly end: (out: ModelChunk[]) => void
  /** True while the server sent no event of the protocol. */
  readonly isEmpty: () => boolean
  /** True once the server said that the answer is complete. */
  readonly isFinished: () => boolean
  /** True once the provider withheld the answer. */
  readonly isWithheld: () => boolean
}

/** What one wire protocol adds to a streamed request over HTTP. `Dialect` holds what servers of it differ in. */
export type Protocol<Dialect> = {
  readonly dialect: Dialect
  readonly address: (request: ModelRequest, dialect: Dialect) => string
  /** Headers beside the content type. They carry the key and nothing that tells of this machine. */
  readonly headers: (key: string | null, dialect: Dialect) => Readonly<Record<string, string>>
  /** The body of a request. */
  readonly body: (request: ModelRequest, files: SentFiles, dialect: Dialect) => unknown
  /** The dialect to try after a refusal, or null when other words would not help. */
  readonly adapted: (refusal: Refusal, dialect: Dialect, request: ModelRequest) => Dialect | null
  /** Whether pictures are named to the model instead of shown. */
  readonly namesPictures: (dialect: Dialect) => boolean
  /** The effort in the words of the protocol; null when none is sent. */
  readonly effort: (request: ModelRequest, dialect: Dialect) => string | null
  readonly reader: (request: ModelRequest) => AnswerReader
}

export type HttpModelDeps = {
  readonly info: ModelInfo
  readonly baseUrl: string
  /** Asked before every request, so that a key lives no longer than it is needed. */
  readonly readKey: (signal: AbortSignal) => Promise<Secret | null>
  readonly fetch: Fetch
  readonly clock: Clock
  readonly timeouts?: ModelTimeouts
  readonly logger: Logger
}

/** A model behind a server that streams server-sent events over HTTP in one of the wire protocols. */
export function createHttpModel<Dialect>(deps: HttpModelDeps, protocol: Protocol<Dialect>): Model {
  const { info, baseUrl, clock, timeouts = DEFAULT_TIMEOUTS } = deps
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  const opener = createOpener(deps, protocol)
  const onUnknown = (error: unknown) =>
    deps.logger.error('A model request failed in an unknown way', error, { host, model: info.id })

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const redactor = createRedactor()
    const scene: ErrorScene = {
      ...{ host, model: info.id, hasKey: false, now: clock.now(), hide: redactor.text, onUnknown },
      settings: settingsOf(request, protocol.effort(request, opener.dialect())),
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
      const reader = protocol.reader(request)
      answer = await opener.open(request, { secret, scene }, either)
      for (let events = await answer.next(); events !== null; events = await answer.next()) {
        if (!begun) watch.limit(timeouts.idleMs)
        begun = true
        watch.served()
        for (const event of events) reader.read(event, out)
        for (const chunk of joinPieces(out)) {
          yield chunk
          if (either.aborted) break
        }
        out.length = 0
        if (either.aborted) break
        watch.waiting()
      }
      throwIfStopped(signal)
      if (stalled !== null) throw stalled
      finish(reader, scene, out)
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

  return { stream, draft: (request) => protocol.body(request, 'named', opener.dialect()) }
}

type Asking = { readonly secret: Secret | null; readonly scene: ErrorScene }

/** Sends requests, and learns which words of the protocol this server refuses. */
function createOpener<Dialect>(deps: HttpModelDeps, protocol: Protocol<Dialect>) {
  const { fetch, clock, logger } = deps
  let dialect = protocol.dialect
  const open = async (request: ModelRequest, { secret, scene }: Asking, signal: AbortSignal) => {
    const files = await readFiles(request, (blobId, error) =>
      logger.error('A file of the conversation could not be read', error, { blobId }),
    )
    const key = secret === null ? null : headerValue(secret)
    for (;;) {
      const sent = dialect
      const body = JSON.stringify(protocol.body(request, files, sent))
      request.onSent?.(() => protocol.body(request, 'named', sent))
      const response = await fetch(protocol.address(request, sent), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...protocol.headers(key, sent) },
        ...{ body, signal, redirect: 'manual' },
      })
      if (response.ok) {
        if (files.size > 0 && protocol.namesPictures(sent)) request.onPicturesNamed?.()
        return await readAnswer(response, scene, clock.schedule, largestTransfer(request.reserveOutput))
      }
      const refusal = await refusalIn(response)
      const adapted = protocol.adapted(refusal, sent, request)
      if (adapted === null) throw refusalError(refusal, scene)
      dialect = adapted
    }
  }
  return { open, dialect: (): Dialect => dialect }
}

/** A key as its bytes: a header has no encoding of its own, and servers compare what they were given in UTF-8. */
function headerValue(secret: Secret): string {
  return Buffer.from(secret.reveal().trim()).toString('latin1')
}

/** The settings that go with a request, and that its server may refuse. */
function settingsOf({ topP, model }: ModelRequest, effort: string | null): NonNullable<ErrorScene['settings']> {
  const sent = topP ?? model.topP
  return { ...(sent === undefined ? {} : { topP: sent }), ...(effort === null ? {} : { effort }) }
}

function finish(reader: AnswerReader, { host, model }: ErrorScene, out: ModelChunk[]): void {
  if (reader.isEmpty()) throw AppError.saying('llm.stream', say('llm.empty', { host, model }))
  if (!reader.isFinished()) throw AppError.saying('llm.stream', say('llm.endedEarly', { host, model }))
  if (reader.isWithheld()) throw AppError.saying('llm.other', say('llm.filtered', { host, model }))
  reader.end(out)
}

function stallError({ host, model }: ErrorScene, begun: boolean, timeouts: ModelTimeouts): AppError {
  const seconds = String((begun ? timeouts.idleMs : timeouts.firstByteMs) / 1000)
  return AppError.saying('llm.timeout', say(begun ? 'llm.wentQuiet' : 'llm.notBegun', { host, model, seconds }))
}
