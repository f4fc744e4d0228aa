import type { ModelInfo } from '#shared/model/model.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { type AnswerEvents, readAnswer } from './answer-events.ts'
import { largestTransfer } from './answer-limit.ts'
import { adaptedDialect, withoutPictures, withoutTools } from './dialect-refusals.ts'
import type { ErrorScene } from './error-scene.ts'
import type { Fetch } from './http-fetch.ts'
import { refusalError } from './llm-error.ts'
import type { ModelRequest } from './model.ts'
import { createPictureTrials } from './picture-trials.ts'
import { type Refusal, RefusedInside, refusalIn, statusOf } from './refusal.ts'
import { createBodyWriter } from './request-body.ts'
import { pictureParts } from './wire-messages.ts'
import { type Dialect, dialectFor, readPictures, wireDraft, wireRequest } from './wire-request.ts'

export type AnswerOpenerDeps = {
  readonly info: ModelInfo
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly logger: Logger
}

type Asking = { readonly headers: Readonly<Record<string, string>>; readonly scene: ErrorScene }

/**
 * Sends requests, and learns from refusals: which words of the protocol a server does not know, and which pictures it
 * does not take. What was learned holds for the next requests.
 */
export function createAnswerOpener({ info, baseUrl, fetch, clock, logger }: AnswerOpenerDeps) {
  const address = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  let dialect = dialectFor(baseUrl, info)
  const written = createBodyWriter()
  const trials = createPictureTrials()

  const readAll = (request: ModelRequest) =>
    readPictures(request, (blobId, error) =>
      logger.error('A picture of the conversation could not be read', error, { blobId }),
    )

  const open = async (request: ModelRequest, { headers, scene }: Asking, signal: AbortSignal) => {
    const all = await readAll(request)
    const trial = trials.begin([...all.keys()])
    for (;;) {
      const sent = dialect
      const pictures = new Map([...all].map(([id, url]) => [id, trial.isShown(id) ? url : null]))
      const body = written(wireRequest(request, pictures, sent))
      request.onSent?.(() => wireDraft(request, sent))
      const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' })
      const mostBytes = largestTransfer(request.reserveOutput)
      const opened = response.ok
        ? await begun(readAnswer(response, scene, clock.schedule, mostBytes))
        : await refusalIn(response)
      if ('next' in opened) {
        if (sent.pictures) trial.taken()
        tellWhatWasLeftOut(request, sent, trial.wasRefused())
        return opened
      }
      const adapted = dialectAfter(opened, sent, request)
      if (adapted !== null) dialect = adapted
      else if (!sent.pictures || !trial.refused(opened)) throw refusalError(trial.firstOf(opened), scene)
    }
  }
  return { open, dialect: (): Dialect => dialect }
}

/** An answer of which the first events were read, or the refusal it turned out to be. */
async function begun(answer: AnswerEvents): Promise<AnswerEvents | Refusal> {
  try {
    const first = await answer.next()
    let isFirst = true
    const next = (): ReturnType<AnswerEvents['next']> => {
      if (!isFirst) return answer.next()
      isFirst = false
      return Promise.resolve(first)
    }
    return { ...answer, next }
  } catch (error) {
    answer.close()
    if (error instanceof RefusedInside) return error.refusal
    throw error
  }
}

function tellWhatWasLeftOut(request: ModelRequest, sent: Dialect, hasRefusedPictures: boolean): void {
  if (!sent.pictures && pictureParts(request.messages).length > 0) request.onPicturesNamed?.('blind')
  if (sent.pictures && hasRefusedPictures) request.onPicturesNamed?.('refused')
  if (!sent.tools && request.tools.length > 0) request.onToolsLeftOut?.()
}

/** The dialect to try after a refusal, or null when other words would not help. */
function dialectAfter(refusal: Refusal, dialect: Dialect, request: ModelRequest): Dialect | null {
  const { words, kind = '' } = refusal
  const status = statusOf(refusal) ?? 0
  const hasPictures = pictureParts(request.messages).length > 0
  if (hasPictures && MAY_LACK.has(status)) {
    const blind = withoutPictures(dialect, words)
    if (blind !== null) return blind
  }
  if (usesTools(request) && MAY_LACK.has(status)) {
    const toolless = withoutTools(dialect, words)
    if (toolless !== null) return toolless
  }
  return status === 400 || status === 422 ? adaptedDialect(dialect, `${kind} ${words}`) : null
}

const usesTools = ({ tools, messages }: ModelRequest): boolean =>
  tools.length > 0 || messages.some((message) => toolCallsOf(message).length > 0)

/** Servers refuse what a model lacks in many ways: as a bad request, as nothing they have, as a failure of their own. */
const MAY_LACK: ReadonlySet<number> = new Set([400, 404, 415, 422, 500, 501])
