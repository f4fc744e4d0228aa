import type { RequestReport, RequestWhen } from '#shared/context/report.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import type { Storage } from '../../app/storage/open-storage.ts'
import type { BuildInput } from '../../context/request/build-request.ts'
import { reportRequest } from '../../context/request/report-request.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { ModelRequest } from '../../models/model.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { AnswerStyle } from '../settings/answer-style.ts'
import type { IdleScenes } from './idle-scenes.ts'
import type { RequestBuilder, RequestScene } from './request-builder.ts'
import type { SentRequest, SentRequests } from './sent-requests.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly storage: Pick<Storage, 'paths'>
  readonly requests: Pick<RequestBuilder, 'inputFor'>
  readonly sent: Pick<SentRequests, 'of'>
  readonly catalog: Pick<Catalog, 'list' | 'resolve'>
  readonly sceneOf: IdleScenes
}

/** A request and where it comes from. */
type Found = {
  readonly source: RequestReport['source']
  readonly input: BuildInput
  readonly at: number | null
  /** The event that answers it, when one is stored. */
  readonly answer: DurableEvent | null
  /** The messages as hooks left them; null when they changed nothing, or that is not known. */
  readonly changed: readonly Message[] | null
  /** The answer style. Empty for a request with a known body. */
  readonly style: AnswerStyle
  /** Returns the request as sent; null when unknown. */
  readonly body: (() => unknown) | null
  readonly isContinued: boolean
}

/** Looks at requests: what each event of the branch became in them, and what goes over the wire. */
export function createRequestReports(deps: Deps) {
  const found = async (sessionId: SessionId, when: RequestWhen): Promise<Found | null> => {
    if (when === 'last') {
      const kept = deps.sent.of(sessionId)
      if (kept !== null) return asSent(deps, sessionId, kept)
    }
    const scene = await deps.sceneOf(sessionId)
    if (scene === null) throw AppError.saying('llm.not_found', say('compact.noModel'))
    await deps.storage.paths.load(sessionId, scene.contextId, 'whole')
    const path = deps.storage.paths.of(sessionId, scene.contextId)
    if (when === 'last') return fromLog(deps, scene, path)
    const input = deps.requests.inputFor(scene)([...path])
    return {
      source: 'rebuilt',
      input,
      at: null,
      answer: null,
      changed: null,
      body: null,
      isContinued: false,
      style: scene.style ?? {},
    }
  }

  return {
    /** Returns the contents and omissions of a request; null before the first one. */
    report: async (sessionId: SessionId, when: RequestWhen): Promise<RequestReport | null> => {
      const one = await found(sessionId, when)
      if (one === null) return null
      const { built: _, ...report } = reportRequest(one.input, one.changed)
      return {
        when,
        source: one.source,
        at: one.at,
        counted: countedIn(one.answer),
        model: one.input.model.ref,
        isContinued: one.isContinued,
        ...report,
      }
    },
    /** Returns the request body as the model's server reads it; null before the first request. */
    body: async (sessionId: SessionId, when: RequestWhen): Promise<unknown> => {
      const one = await found(sessionId, when)
      if (one === null) return null
      if (one.body !== null) return one.body()
      const { request } = reportRequest(one.input).built
      const model = deps.catalog.resolve(one.input.model.ref, { onRetry: () => {} })
      return model.draft?.({ ...request, sessionId, ...one.style, readFile: noFile }) ?? inWords(request)
    },
  }
}

export type RequestReports = ReturnType<typeof createRequestReports>

/**
 * Returns a request as sent. Events not yet stored then are replaced by their stored versions with final ids.
 */
function asSent({ storage }: Deps, sessionId: SessionId, kept: SentRequest): Found {
  const { origin, contextId, at, body, request, changed, isContinued } = kept
  const { input, length, stored } = origin
  const whole = storage.paths.of(sessionId, contextId)
  // A request is built from the recent part of its branch.
  const first = input.path[0]?.id
  const start = Math.max(0, first === undefined ? 0 : whole.findIndex(({ id }) => id === first))
  const now = whole.slice(start)
  const goesOn = stored === 0 || now[stored - 1]?.id === input.path[stored - 1]?.id
  const sentPath = goesOn && now.length >= length ? now.slice(0, length) : input.path.slice(0, length)
  const path = [...whole.slice(0, start), ...sentPath]
  const answer = goesOn ? (now[length] ?? null) : null
  const sent = changed === null ? request : { ...request, messages: changed }
  return {
    source: 'kept',
    input: { ...input, path },
    at,
    answer,
    changed,
    style: {},
    body: body ?? (() => inWords(sent)),
    isContinued,
  }
}

/** The request behind the newest answer of a branch, made again from what the log holds. */
function fromLog(deps: Deps, scene: RequestScene, path: readonly DurableEvent[]): Found | null {
  const at = path.findLastIndex(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  const answer = path[at]
  if (answer?.kind !== 'message') return null
  const { model: ref } = answer.payload.message
  const model = deps.catalog.list().find((listing) => listing.ref === ref) ?? scene.model
  const then = { ...scene, model, runId: answer.runId ?? null }
  return {
    source: 'rebuilt',
    answer,
    at: answer.ts,
    changed: null,
    body: null,
    isContinued: false,
    style: scene.style ?? {},
    input: deps.requests.inputFor(then)(path.slice(0, at)),
  }
}

function countedIn(answer: DurableEvent | null): number | null {
  if (answer?.kind !== 'message') return null
  const { usage } = answer.payload.message
  const counted = usage === undefined ? 0 : usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
  return counted === 0 ? null : counted
}

/** For a model that reads no wire. */
function inWords({
  model,
  system,
  messages,
  tools,
  reserveOutput,
}: Omit<ModelRequest, 'readFile' | 'sessionId'>): unknown {
  return { model: model.id, system, messages, tools, maxTokens: reserveOutput }
}

function noFile(): never {
  throw new Error('A request that is only looked at reads no files.')
}
