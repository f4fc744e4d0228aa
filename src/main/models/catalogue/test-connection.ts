import type { ApiKeyRef, CustomModelConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { catalogueProviderAt } from '#shared/model/known-providers.ts'
import type { ConnectionReport, ConnectionStep, ModelInfo } from '#shared/model/model.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { createRedactor } from '../../lib/redact.ts'
import type { Secret } from '../../lib/secret.ts'
import type { ErrorScene } from '../errors/error-scene.ts'
import { llmError, refusalError } from '../errors/llm-error.ts'
import { refusalOf } from '../errors/refusal.ts'
import { refuseForeignKey } from '../http/foreign-key.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { throwIfStopped } from '../http/stopped.ts'
import type { Model } from '../model.ts'
import { fetchModelList, type ListedServer, type ModelList } from '../servers/model-list.ts'
import type { Endpoint } from './catalog-entries.ts'

/** A connection to be tested before it is saved. */
export type ConnectionProposal = Pick<CustomModelConfig, 'api' | 'baseUrl' | 'id'> & {
  readonly apiKeyRef?: ApiKeyRef
}

export type ConnectionTestDeps = {
  readonly fetch: Fetch
  /** Reads the key for an address: not every key may go to every one. */
  readonly readKey: (ref: ApiKeyRef, baseUrl: string, signal: AbortSignal) => Promise<Secret | null>
  readonly connect: (info: ModelInfo, endpoint: Endpoint) => Model
  readonly clock: Clock
  /** Time limit of the whole test, in milliseconds. */
  readonly limitMs?: number
}

const LIMIT_MS = 60_000

type Step = ConnectionReport['steps'][number]

export type ConnectionTest = ReturnType<typeof createConnectionTest>

/** Tries a connection step by step, so that the first thing that is wrong can be named. */
export function createConnectionTest(deps: ConnectionTestDeps) {
  return {
    test: async (proposal: ConnectionProposal, signal: AbortSignal): Promise<ConnectionReport> => {
      const ending = new AbortController()
      const either = AbortSignal.any([signal, ending.signal])
      const late = AppError.saying('llm.timeout', say('test.tooLong'))
      deps.clock.after(deps.limitMs ?? LIMIT_MS, either).then(
        () => ending.abort(late),
        () => {
          // The test was over first.
        },
      )
      const report = createReport()
      try {
        await walk(deps, proposal, report, either)
      } catch (error) {
        throwIfStopped(signal)
        if (!(error instanceof AppError)) throw error
        report.fail(error.told())
      } finally {
        ending.abort()
      }
      return report.result()
    },
  }
}

/** Steps are begun, then passed or failed; a failure ends the walk. */
function createReport() {
  const steps: Step[] = []
  let current: ConnectionStep = 'address'
  let models: readonly string[] = []
  return {
    begin: (step: ConnectionStep) => {
      current = step
    },
    pass: (sentence: ReturnType<typeof say>) =>
      void steps.push({ step: current, ok: true, detail: tell(sentence) }),
    fail: (detail: Told) => void steps.push({ step: current, ok: false, detail }),
    found: (ids: readonly string[]) => {
      models = ids
    },
    result: (): ConnectionReport => ({ ok: steps.every(({ ok }) => ok), steps, models: [...models] }),
  }
}

type Report = ReturnType<typeof createReport>

async function walk(
  deps: ConnectionTestDeps,
  proposal: ConnectionProposal,
  report: Report,
  signal: AbortSignal,
) {
  const { id, api, baseUrl } = proposal
  report.begin('address')
  const url = addressOf(proposal)
  report.pass(addressDetail(url, proposal.apiKeyRef !== undefined))

  report.begin('keyFound')
  const secret = await keyOf(deps, proposal, signal)
  const redactor = createRedactor()
  if (secret !== null) redactor.add(secret.reveal())
  if (secret !== null) refuseForeignKey(secret, baseUrl)
  report.pass(secret === null ? say('test.noKey') : say('test.keyFound'))
  const scene: ErrorScene = {
    host: url.host,
    model: id === '' ? 'the model' : id,
    hasKey: secret !== null,
    now: deps.clock.now(),
    hide: redactor.text,
    onUnknown: (error) => {
      // A bug is no step of a report; the caller logs it.
      throw error
    },
  }

  report.begin('reached')
  const server = { api, baseUrl, key: secret }
  const list = await listOf(deps, server, scene, signal)
  report.pass(say('test.answers', { host: url.host }))
  await judgeList(deps, proposal, list, { report, scene, secret, signal })
  if (id === '') return

  const answer = answerOf(deps, proposal)
  report.begin('modelKnown')
  const facts = { host: url.host, model: id }
  if (list.kind === 'list' && list.ids.includes(id)) report.pass(say('test.listed', facts))
  else if (list.kind === 'list' && list.ids.length > 0) {
    // Many servers know a model by more names than they list.
    const failed = await answer(signal).catch((error: unknown) => error)
    throwIfStopped(signal)
    if (failed instanceof Error) throw unlisted(id, url.host, list.ids, failed)
    report.pass(say('test.knownUnlisted', facts))
  } else report.pass(say('test.nothingToLookIn'))
  report.begin('answer')
  await answer(signal)
  report.pass(say('test.answered', { model: id }))
}

function unlisted(id: string, host: string, ids: readonly string[], failed: Error): Error {
  if (!(failed instanceof AppError)) return failed
  const some = ids.slice(0, 5).join(', ')
  const facts = { host, model: id, some }
  const unlistedHere =
    ids.length > 5
      ? say('test.unlistedOfMany', { ...facts, more: String(ids.length - 5) })
      : say('test.unlisted', facts)
  return failed.framed([unlistedHere])
}

function addressOf({ baseUrl }: ConnectionProposal): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw AppError.saying('config.invalid', say('test.noAddress', { address: baseUrl }))
  }
  if (url.username !== '' || url.password !== '') {
    throw AppError.saying('config.invalid', say('test.password'))
  }
  return url
}

function addressDetail(url: URL, withKey: boolean) {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !local && withKey) {
    return say('test.unencrypted', { host: url.host })
  }
  return say('test.addressValid')
}

async function keyOf(
  deps: ConnectionTestDeps,
  { apiKeyRef, baseUrl }: ConnectionProposal,
  signal: AbortSignal,
) {
  return apiKeyRef === undefined ? null : deps.readKey(apiKeyRef, baseUrl, signal)
}

async function listOf(
  deps: ConnectionTestDeps,
  server: ListedServer,
  scene: ErrorScene,
  signal: AbortSignal,
): Promise<ModelList> {
  try {
    return await fetchModelList(deps.fetch, server, signal)
  } catch (error) {
    throwIfStopped(signal)
    throw llmError(error, scene)
  }
}

type Surroundings = {
  readonly report: Report
  readonly scene: ErrorScene
  readonly secret: Secret | null
  readonly signal: AbortSignal
}

async function judgeList(
  deps: ConnectionTestDeps,
  { api, baseUrl, id }: ConnectionProposal,
  list: ModelList,
  { report, scene, secret, signal }: Surroundings,
): Promise<void> {
  report.begin('protocol')
  if (list.kind === 'list') {
    report.pass(say('test.speaks', { count: String(list.ids.length) }))
    report.found(list.ids)
    report.begin('keyAccepted')
    report.pass(secret === null ? say('test.openList') : say('test.keyTaken'))
    return
  }
  const refused = list.kind === 'refused' ? list : null
  if (refused !== null && (refused.status === 401 || refused.status === 403)) {
    report.pass(say('test.asksForKey'))
    report.begin('keyAccepted')
    throw refusal(refused, scene)
  }
  // Vertex AI lists no models of a project (documentation of 2026-11). Its token server has taken the key by now.
  if (refused?.status === 404 && catalogueProviderAt(baseUrl) === 'vertex') {
    return report.pass(say('test.listless'))
  }
  const better = await betterAddress(deps, { api, baseUrl, key: secret }, { scene, signal })
  if (better !== null) {
    throw AppError.saying('llm.not_found', say('test.betterAddress', { address: better }))
  }
  // Some servers have no list, but chat all the same.
  const mayChat = id !== '' && refused !== null && refused.status >= 400 && refused.body !== null
  if (mayChat) return report.pass(say('test.listless'))
  throw refused === null ? strangeAnswer(list, scene) : refusal(refused, scene)
}

/** The same address with the version most servers want, if that is where the API is. */
async function betterAddress(
  deps: ConnectionTestDeps,
  server: ListedServer,
  { scene, signal }: Pick<Surroundings, 'scene' | 'signal'>,
): Promise<string | null> {
  const [end, ending] =
    server.api === 'google-generative-ai' ? ['v1beta', /\/v1beta\/?$/] : ['v1', /\/v1\/?$/]
  if (server.api === 'anthropic-messages' || ending.test(server.baseUrl)) return null
  const better = `${server.baseUrl.replace(/\/+$/, '')}/${end}`
  const list = await listOf(deps, { ...server, baseUrl: better }, scene, signal)
  return list.kind === 'list' || (list.kind === 'refused' && list.status === 401) ? better : null
}

function strangeAnswer(list: ModelList, { host }: ErrorScene): AppError {
  const isPage = list.kind === 'strange' && list.what === 'html'
  return AppError.saying('llm.not_found', say(isPage ? 'test.webPage' : 'test.noModelServer', { host }))
}

function refusal(list: ModelList & { kind: 'refused' }, scene: ErrorScene): AppError {
  return refusalError(refusalOf(list), scene)
}

/** Asks for one token, through the very provider a chat would use. */
function answerOf({ connect }: ConnectionTestDeps, proposal: ConnectionProposal) {
  const info: ModelInfo = {
    ref: `test/${proposal.id}`,
    id: proposal.id,
    provider: 'test',
    api: proposal.api,
    label: proposal.id,
    contextWindow: 4_096,
    maxOutput: 1,
    reasoning: false,
    inputPrice: null,
    outputPrice: null,
  }
  const model = connect(info, { baseUrl: proposal.baseUrl, apiKeyRef: proposal.apiKeyRef ?? null })
  return async (signal: AbortSignal): Promise<void> => {
    const request = {
      model: info,
      system: '',
      messages: [{ role: 'user' as const, parts: [{ t: 'text' as const, text: 'Hi' }] }],
      tools: [],
      sessionId: null,
      reserveOutput: 1,
      readFile: () => Promise.reject(new Error('A connection test sends no files.')),
    }
    for await (const chunk of model.stream(request, signal)) {
      if (chunk.t === 'end') return
    }
    throw AppError.saying('llm.stream', say('test.unfinished', { model: proposal.id }))
  }
}
