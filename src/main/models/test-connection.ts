import type { ApiKeyRef, CustomModelConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { ConnectionReport, ModelInfo } from '#shared/model/model.ts'
import type { Clock } from '../lib/clock.ts'
import { createRedactor } from '../lib/redact.ts'
import type { Secret } from '../lib/secret.ts'
import type { Endpoint } from './catalog.ts'
import type { ErrorScene } from './error-scene.ts'
import type { Fetch } from './http-fetch.ts'
import { kindOf, llmError, refusalError, wordsOf } from './llm-error.ts'
import type { Model } from './model.ts'
import { fetchModelList, type ModelList } from './model-list.ts'
import { throwIfStopped } from './stopped.ts'

/** What the person wants to connect to, before it is saved. */
export type ConnectionProposal = Pick<CustomModelConfig, 'api' | 'baseUrl' | 'id'> & {
  readonly apiKeyRef?: ApiKeyRef
}

export type ConnectionTestDeps = {
  readonly fetch: Fetch
  readonly readKey: (ref: ApiKeyRef, signal: AbortSignal) => Promise<Secret>
  readonly connect: (info: ModelInfo, endpoint: Endpoint) => Model
  readonly clock: Clock
  /** How long the whole test may take. */
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
      const late = new AppError(
        'llm.timeout',
        'The test took too long and was ended. The server may be loading the model.',
      )
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
        report.fail(error.message)
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
  let current = ''
  let models: readonly string[] = []
  return {
    begin: (name: string) => {
      current = name
    },
    pass: (detail: string) => void steps.push({ name: current, ok: true, detail }),
    fail: (detail: string) => void steps.push({ name: current, ok: false, detail }),
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
  const { id, baseUrl } = proposal
  report.begin('Address')
  const url = addressOf(proposal)
  report.pass(addressDetail(url, proposal.apiKeyRef !== undefined))

  report.begin('Key found')
  const secret = await keyOf(deps, proposal, signal)
  const redactor = createRedactor()
  if (secret !== null) redactor.add(secret.reveal())
  report.pass(secret === null ? 'No key is set; the request goes without one.' : 'The key was found.')
  const scene: ErrorScene = {
    host: url.host,
    model: id === '' ? 'the model' : id,
    hasKey: secret !== null,
    now: deps.clock.now(),
    hide: redactor.text,
    onUnknown: (error) => {
      // A bug is no step of a report: whoever called logs it whole.
      throw error
    },
  }

  report.begin('Server reached')
  const list = await listOf(deps, baseUrl, secret, scene, signal)
  report.pass(`${url.host} answers.`)
  await judgeList(deps, proposal, list, { report, scene, secret, signal })
  if (id === '') return

  const answer = answerOf(deps, proposal)
  report.begin('Model known')
  if (list.kind === 'list' && list.ids.includes(id)) report.pass(`${url.host} lists ${id}.`)
  else if (list.kind === 'list' && list.ids.length > 0) {
    // Many servers know a model by more names than they list.
    const failed = await answer(signal).catch((error: unknown) => error)
    throwIfStopped(signal)
    if (failed instanceof Error) throw unlisted(id, url.host, list.ids, failed)
    report.pass(`${url.host} does not list ${id}, but knows it.`)
  } else report.pass('There is no list to look it up in; the answer will tell.')
  report.begin('Answer')
  report.pass(await answer(signal))
}

function unlisted(id: string, host: string, ids: readonly string[], failed: Error): Error {
  if (!(failed instanceof AppError)) return failed
  const some = ids.slice(0, 5).join(', ')
  const more = ids.length > 5 ? ` and ${ids.length - 5} more` : ''
  return new AppError(failed.code, `${host} does not list ${id}. It has ${some}${more}. ${failed.message}`)
}

function addressOf({ api, baseUrl }: ConnectionProposal): URL {
  if (api !== 'openai-completions') {
    throw new AppError(
      'not_implemented',
      `Orrery does not speak ${api} yet. Choose openai-completions if the server offers it.`,
    )
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError(
      'config.invalid',
      `${baseUrl} is not a web address. It should look like http://127.0.0.1:11434/v1.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'config.invalid',
      'The address contains a name or password. Keep the key in the vault instead.',
    )
  }
  return url
}

function addressDetail(url: URL, withKey: boolean): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !local && withKey) {
    return `The address is valid, but the key travels to ${url.host} unencrypted. Use https:// if the server offers it.`
  }
  return 'The address is valid.'
}

async function keyOf(deps: ConnectionTestDeps, { apiKeyRef }: ConnectionProposal, signal: AbortSignal) {
  return apiKeyRef === undefined ? null : deps.readKey(apiKeyRef, signal)
}

async function listOf(
  deps: ConnectionTestDeps,
  baseUrl: string,
  secret: Secret | null,
  scene: ErrorScene,
  signal: AbortSignal,
): Promise<ModelList> {
  try {
    return await fetchModelList(deps.fetch, baseUrl, secret, signal)
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
  { baseUrl, id }: ConnectionProposal,
  list: ModelList,
  { report, scene, secret, signal }: Surroundings,
): Promise<void> {
  report.begin('Protocol')
  if (list.kind === 'list') {
    report.pass(`It speaks the OpenAI protocol and lists ${list.ids.length} models.`)
    report.found(list.ids)
    report.begin('Key accepted')
    report.pass(
      secret === null ? 'The server asks for no key to list its models.' : 'The server took the key.',
    )
    return
  }
  const refused = list.kind === 'refused' ? list : null
  if (refused !== null && (refused.status === 401 || refused.status === 403)) {
    report.pass('It asks for a key, as such servers do.')
    report.begin('Key accepted')
    throw refusal(refused, scene)
  }
  const better = await betterAddress(deps, baseUrl, secret, { scene, signal })
  if (better !== null) {
    throw new AppError(
      'llm.not_found',
      `There is a model API at ${better}, but none at this address. Use that one.`,
    )
  }
  // Some servers have no list, but chat all the same.
  const mayChat = id !== '' && refused !== null && refused.status >= 400 && refused.body !== null
  if (mayChat) return report.pass('It does not list its models; a message will tell.')
  throw refused === null ? strangeAnswer(list, scene) : refusal(refused, scene)
}

/** The same address with the `/v1` most servers want, if that is where the API is. */
async function betterAddress(
  deps: ConnectionTestDeps,
  baseUrl: string,
  secret: Secret | null,
  { scene, signal }: Pick<Surroundings, 'scene' | 'signal'>,
): Promise<string | null> {
  if (/\/v1\/?$/.test(baseUrl)) return null
  const better = `${baseUrl.replace(/\/+$/, '')}/v1`
  const list = await listOf(deps, better, secret, scene, signal)
  return list.kind === 'list' || (list.kind === 'refused' && list.status === 401) ? better : null
}

function strangeAnswer(list: ModelList, { host }: ErrorScene): AppError {
  const sentence =
    list.kind === 'strange' && list.what === 'html'
      ? `${host} sent a web page instead of a list of models. Check the address: most end in /v1.`
      : `What answers at ${host} is not a model server, or its list cannot be read. Check the address and the port.`
  return new AppError('llm.not_found', sentence)
}

function refusal(list: ModelList & { kind: 'refused' }, scene: ErrorScene): AppError {
  const inner =
    typeof list.body === 'object' && list.body !== null && 'error' in list.body ? list.body.error : null
  return refusalError(
    { status: list.status, headers: list.headers, words: wordsOf(list.body), kind: kindOf(inner) },
    scene,
  )
}

/** Asks for one token, through the very provider a chat would use. */
function answerOf({ connect }: ConnectionTestDeps, proposal: ConnectionProposal) {
  const info: ModelInfo = {
    ref: `test/${proposal.id}`,
    id: proposal.id,
    provider: 'test',
    api: 'openai-completions',
    label: proposal.id,
    contextWindow: 4_096,
    maxOutput: 1,
    reasoning: false,
    inputPrice: null,
    outputPrice: null,
  }
  const model = connect(info, { baseUrl: proposal.baseUrl, apiKeyRef: proposal.apiKeyRef ?? null })
  return async (signal: AbortSignal): Promise<string> => {
    const request = {
      model: info,
      system: '',
      messages: [{ role: 'user' as const, parts: [{ t: 'text' as const, text: 'Hi' }] }],
      tools: [],
      reserveOutput: 1,
      readFile: () => Promise.reject(new Error('A connection test sends no files.')),
    }
    for await (const chunk of model.stream(request, signal)) {
      if (chunk.t === 'end') return `${proposal.id} answered a short message.`
    }
    throw new AppError('llm.stream', `${proposal.id} did not finish its answer.`)
  }
}
