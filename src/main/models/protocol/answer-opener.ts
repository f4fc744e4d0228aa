import type { ModelInfo } from '#shared/model/model.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Secret } from '../../lib/secret.ts'
import { stepsInTurns } from '../../lib/steps.ts'
import type { TurnBudget } from '../../lib/turn-budget.ts'
import type { ErrorScene } from '../errors/error-scene.ts'
import { refusalError } from '../errors/llm-error.ts'
import { type Refusal, RefusedInside, refusalIn, statusOf } from '../errors/refusal.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { keyHeaders } from '../http/key-headers.ts'
import type { ModelRequest } from '../model.ts'
import { type AnswerEvents, readAnswer } from './answer-events.ts'
import { largestTransfer } from './answer-limit.ts'
import { createPictureTrials } from './picture-trials.ts'
import type { Continued, Protocol } from './protocol.ts'
import { filesIn, isPicture, readFiles } from './sent-files.ts'

export type AnswerOpenerDeps = {
  readonly info: ModelInfo
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly logger: Logger
  /** Paces the writing of long requests. */
  readonly turnBudget: TurnBudget
}

type Asking = {
  readonly secret: Secret | null
  readonly scene: ErrorScene
  /** Returns another key for one that the server refused. Null where there can be none. */
  readonly renewed: ((refused: Secret) => Promise<Secret | null>) | null
}

/**
 * Sends requests, and learns from refusals: which words of the protocol a server does not know, and which pictures it
 * does not take. What was learned holds for the next requests.
 */
export function createAnswerOpener<Dialect>(
  { info, baseUrl, fetch, clock, logger, turnBudget }: AnswerOpenerDeps,
  protocol: Protocol<Dialect>,
) {
  let dialect = protocol.dialect
  const trials = createPictureTrials()

  const readAll = (request: ModelRequest) =>
    readFiles(request, { withPdfs: protocol.takesPdfs }, (blobId, error) =>
      logger.error('A file of the conversation could not be read', error, { blobId }),
    )

  const senderWith = (secret: Secret | null) => ({
    ...protocol.headers,
    ...(secret === null ? {} : keyHeaders(info.api, secret, baseUrl)),
  })

  const open = async (request: ModelRequest, asking: Asking, signal: AbortSignal) => {
    const { secret, scene } = asking
    let sender = senderWith(secret)
    let renewed = secret === null ? null : asking.renewed
    const mostBytes = largestTransfer(request.reserveOutput)
    const all = await readAll(request)
    const trial = trials.begin([...all.keys()])
    for (;;) {
      const sent = dialect
      const files = new Map([...all].map(([id, bytes]) => [id, trial.isShown(id) ? bytes : null]))
      const onSent = (continued: Continued | null) =>
        request.onSent?.(() => protocol.draft(request, sent, continued), continued !== null)
      const continuing = { request, files, dialect: sent, headers: sender, mostBytes, onSent }
      const continued = (await protocol.continuing?.(continuing, signal)) ?? null
      if (continued !== null) {
        if (protocol.sends(sent).pictures) trial.taken()
        tellWhatWasLeftOut(request, protocol.sends(sent), trial.wasRefused())
        return continued
      }
      const body = await stepsInTurns(protocol.body(request, files, sent), turnBudget, signal)
      onSent(null)
      const response = await fetch(protocol.address, {
        method: 'POST',
        headers: { ...ACCEPTED, ...sender },
        body,
        signal,
        redirect: 'manual',
      })
      const opened = response.ok
        ? await begun(readAnswer(response, scene, clock.schedule, mostBytes))
        : await refusalIn(response)
      if ('next' in opened) {
        if (protocol.sends(sent).pictures) trial.taken()
        tellWhatWasLeftOut(request, protocol.sends(sent), trial.wasRefused())
        return opened
      }
      if (secret !== null && renewed !== null && isOutdated(opened)) {
        const next = await renewed(secret)
        renewed = null
        if (next === null) throw refusalError(opened, scene)
        sender = senderWith(next)
        continue
      }
      const adapted = protocol.adapted(opened, sent, request)
      if (adapted !== null) {
        dialect = adapted
        if (isOnlyForm(protocol.sends(sent), protocol.sends(adapted))) request.onAdapted?.(opened.words)
      } else if (!protocol.sends(sent).pictures || !trial.refused(opened))
        throw refusalError(trial.firstOf(opened), scene)
    }
  }
  return { open, dialect: (): Dialect => dialect }
}

const ACCEPTED = {
  'content-type': 'application/json',
  accept: 'text/event-stream, application/json',
}

/** Whether a server refused the key as such. One that names its reason would refuse the next key as well. */
function isOutdated(refusal: Refusal): boolean {
  return statusOf(refusal) === 401 && !/^(?:subscription_sharing|chatpass)_/.test(refusal.kind ?? '')
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

/** Whether the change is in neither pictures nor tools, which have notices of their own. */
const isOnlyForm = (before: Sent, after: Sent): boolean =>
  before.pictures === after.pictures && before.tools === after.tools

type Sent = { readonly pictures: boolean; readonly tools: boolean }

function tellWhatWasLeftOut(request: ModelRequest, sent: Sent, hasRefusedPictures: boolean): void {
  if (!sent.pictures && filesIn(request.messages).some(isPicture)) request.onPicturesNamed?.('blind')
  if (sent.pictures && hasRefusedPictures) request.onPicturesNamed?.('refused')
  if (!sent.tools && request.tools.length > 0) request.onToolsLeftOut?.()
}
