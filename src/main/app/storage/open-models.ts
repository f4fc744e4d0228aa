import type { LookupFunction } from 'node:net'
import type { ApiKeyRef, UserConfig } from '#shared/config/config.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { EmbeddingChoice } from '#shared/memory/embedding.ts'
import { CHATGPT_KEY_REF, CHATGPT_REGISTRATION } from '#shared/model/chatgpt-plan.ts'
import { EFFORTS } from '#shared/model/efforts.ts'
import type { DetectedServer, ModelInfo } from '#shared/model/model.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Secret } from '../../lib/secret.ts'
import type { SecretVariables } from '../../lib/secret-variables.ts'
import { createTurnBudget } from '../../lib/turn-budget.ts'
import { createAnthropicMessages } from '../../models/anthropic/anthropic-messages.ts'
import { type CatalogDeps, createCatalog } from '../../models/catalogue/catalog.ts'
import type { Endpoint } from '../../models/catalogue/catalog-entries.ts'
import { createCatalogueLoader } from '../../models/catalogue/model-catalogue.ts'
import { readCatalogue } from '../../models/catalogue/read-catalogue.ts'
import { createConnectionTest } from '../../models/catalogue/test-connection.ts'
import { createOpenAiCompletions } from '../../models/completions/openai-completions.ts'
import { createOpenAiEmbeddings } from '../../models/completions/openai-embeddings.ts'
import type { Embedder } from '../../models/embedder.ts'
import { createGoogleGenerativeAi } from '../../models/gemini/google-generative-ai.ts'
import type { Fetch } from '../../models/http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../../models/http/model-timeouts.ts'
import { createPlanLimits } from '../../models/http/plan-limits.ts'
import { createProxyRoute } from '../../models/http/proxy-route.ts'
import { createServiceAccounts } from '../../models/http/service-account.ts'
import type { OpenTextSocket } from '../../models/http/text-socket.ts'
import type { Model } from '../../models/model.ts'
import { createPracticeModel } from '../../models/practice/practice-model.ts'
import type { HttpModelDeps } from '../../models/protocol/http-model.ts'
import { createOpenAiResponses } from '../../models/responses/openai-responses.ts'
import { createResponsesSockets, type ResponsesSockets } from '../../models/responses/responses-sockets.ts'
import { afterFirstAnswer } from '../../models/retry/first-answer.ts'
import { createServerDetection } from '../../models/servers/detect.ts'
import { loadModel } from '../../models/servers/load-model.ts'
import { localServers } from '../../models/servers/local-servers.ts'
import { createProviderFacts } from '../../models/servers/provider-facts.ts'
import { createKeySignIn } from '../../models/sign-in/key-sign-in.ts'
import { resolveApiKey } from '../../vault/api-key.ts'
import type { UseBy, Vault } from '../../vault/vault.ts'
import { type ChatGpt, openChatGpt } from './open-chatgpt.ts'

type Deps = {
  readonly config: () => UserConfig
  readonly vault: Vault
  readonly secretSince: (name: string) => number | null
  readonly keyChanged: CatalogDeps['keyChanged']
  readonly redactor: Redactor
  readonly clock: Clock
  readonly logger: Logger
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** Returns the system's proxy settings for an address, as `PROXY host:port; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
  readonly tell: (event: AppEvent) => void
  /** Lets requests of a model reserve their cost from limits over everything. */
  readonly reserving: (info: ModelInfo, stream: Model['stream']) => Model['stream']
  /** Calls the listener with what rooms tell; the returned function ends it. */
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  /** The pause between two pieces of the Practice model's answers, in milliseconds. */
  readonly practicePauseMs: number
  readonly signal: AbortSignal
}

/** One request with a batch of texts. A local server may load its model first. */
const EMBEDDING_LIMIT_MS = 120_000

type AdapterDeps = Required<HttpModelDeps> & { readonly sockets: ResponsesSockets }

/** Adapters of the wire protocols. A `builtin` model is never reached over HTTP. */
const ADAPTERS: Readonly<Record<ModelInfo['api'], (deps: AdapterDeps) => Model>> = {
  builtin: createOpenAiCompletions,
  'openai-completions': createOpenAiCompletions,
  'openai-responses': createOpenAiResponses,
  'google-generative-ai': createGoogleGenerativeAi,
  'anthropic-messages': createAnthropicMessages,
}

/** Maximum cached providers, more than are used at once. */
const MOST_PROVIDERS = 64

/** A test of a connection is the person's own act. */
const BY_PERSON = { by: '', purpose: 'check' } as const

/** The models a person can choose, how each is reached, and the search for servers on this machine. */
export function openModels(deps: Deps) {
  const { clock, logger, env } = deps
  let detected: readonly DetectedServer[] = []
  const keys = { vault: deps.vault, redactor: deps.redactor, env, variables: deps.secretVariables }

  const fetch = fetchOf(deps)
  const exchange = createServiceAccounts({ fetch, clock, hide: deps.redactor.add })
  const chatGpt = chatGptOf(deps, fetch)
  const readKey = keyReader(keys, exchange, chatGpt)
  const keyFor = (endpoint: Endpoint, by: string) => (signal: AbortSignal, refused?: Secret) =>
    readKey(endpoint, { by, purpose: 'call' }, signal, refused)
  // One for all models: many answers may arrive at once.
  const turnBudget = createTurnBudget({ elapsed: clock.elapsed, soon: setImmediate })
  const sockets = socketsOf(deps)
  const planLimits = createPlanLimits(clock.now)
  const provider = (info: ModelInfo, endpoint: Endpoint): Model =>
    ADAPTERS[info.api]({
      info,
      baseUrl: endpoint.baseUrl,
      fetch: info.plan === undefined ? fetch : planLimits.watching(fetch, info.provider),
      clock,
      logger,
      timeouts: DEFAULT_TIMEOUTS,
      turnBudget,
      sockets,
      readKey: keyFor(endpoint, info.label),
    })
  const detection = createServerDetection({ fetch, clock, logger, servers: localServers(env) })
  const lookForServers = async (): Promise<readonly DetectedServer[]> => {
    const before = JSON.stringify(detected)
    detected = await detection.detect(deps.signal)
    if (JSON.stringify(detected) !== before) deps.tell({ kind: 'models.changed' })
    return detected
  }
  const lookAgain = () => void lookForServers().catch(reportSearch(deps))
  // A provider learns which words its server refuses, so it is kept as long as nothing about it changes.
  const providers = new Map<string, Model>()
  const connect = (info: ModelInfo, endpoint: Endpoint): Model => {
    const key = JSON.stringify([info, endpoint])
    const known = providers.get(key)
    if (known !== undefined) return known
    if (providers.size >= MOST_PROVIDERS) providers.clear()
    const isFound = detected.some((server) => server.baseUrl === endpoint.baseUrl)
    // A local server tells the window of a model once it has loaded it, which the first answer shows.
    const made = isFound ? afterFirstAnswer(provider(info, endpoint), lookAgain) : provider(info, endpoint)
    providers.set(key, made)
    return made
  }
  const load = async (which: Parameters<typeof loadModel>[1], signal: AbortSignal) => {
    await loadModel({ fetch, clock, logger }, which, signal)
    await lookForServers()
  }

  const changed = () => deps.tell({ kind: 'models.changed' })
  const facts = createProviderFacts({ fetch, clock, logger, changed })
  const catalogue = createCatalogueLoader({ read: readCatalogue, changed })
  const catalog = createCatalog({
    catalogue: catalogue.current,
    fixedEffort: EFFORTS.find((effort) => effort === env['ORRERY_EFFORT']?.trim().toLowerCase()) ?? null,
    loadCatalogue: catalogue.load,
    config: deps.config,
    detected: () => detected,
    told: facts.all,
    learn: (endpoint, { api, label }) =>
      facts.learn({ api, baseUrl: endpoint.baseUrl, readKey: keyFor(endpoint, label) }),
    keySince: keySinceOf(deps),
    keyChanged: deps.keyChanged,
    practice: createPracticeModel({ clock, pauseMs: deps.practicePauseMs }),
    connect,
    load,
    reserving: deps.reserving,
    retry: { clock, random: Math.random },
  })

  return {
    catalog,
    embedder: embedderOf({ deps, fetch, keyFor, endpointOf: catalog.endpointOf }),
    connection: createConnectionTest({
      fetch,
      connect,
      clock,
      readKey: (apiKeyRef, baseUrl, signal) => readKey({ baseUrl, apiKeyRef }, BY_PERSON, signal),
    }),
    keySignIn: createKeySignIn({
      fetch,
      clock,
      openLink: deps.openLink,
      keep: (name, key, signal) => deps.vault.set(name, key, signal),
    }),
    chatGpt,
    /** Returns the used share of the plan of a provider; null where its server did not say. */
    planLimitsOf: planLimits.of,
    lookForServers,
    loadCatalogue: catalogue.load,
  }
}

type ForEmbedder = {
  readonly deps: Deps
  readonly fetch: Fetch
  readonly keyFor: (endpoint: Endpoint, by: string) => (signal: AbortSignal) => Promise<Secret | null>
  readonly endpointOf: (provider: string) => Endpoint | null
}

/** Returns the lookup of the embedder and its endpoint; null when the provider is not configured. */
function embedderOf({ deps: { clock, logger }, fetch, keyFor, endpointOf }: ForEmbedder) {
  // Kept while nothing about it changes, so that its users can tell it from another.
  let embeddings: { readonly key: string; readonly embedder: Embedder; readonly host: string } | null = null
  return ({ provider: name, model: id }: EmbeddingChoice) => {
    const endpoint = endpointOf(name)
    // A plan pays for answers only.
    if (endpoint === null || endpoint.apiKeyRef === CHATGPT_KEY_REF) return null
    const key = JSON.stringify([name, id, endpoint])
    if (embeddings?.key === key) return embeddings
    const { baseUrl } = endpoint
    const embedder = createOpenAiEmbeddings({
      id,
      ref: `${name}/${id}`,
      baseUrl,
      fetch,
      clock,
      limitMs: EMBEDDING_LIMIT_MS,
      readKey: keyFor(endpoint, id),
      onUnknown: (error) => logger.error('Texts could not be embedded', error, { model: id }),
    })
    embeddings = { key, embedder, host: new URL(baseUrl).host }
    return embeddings
  }
}

export type FetchDeps = Pick<Deps, 'env' | 'clock' | 'logger' | 'resolveProxy'> & {
  /** Resolves the names of servers; Node's own when missing. */
  readonly lookup?: LookupFunction
}

/**
 * Returns the HTTP client for models, with proxies and trusted certificates. Loaded with the first request,
 * because Node's HTTP and TLS client would slow the start.
 */
export function fetchOf({ env, clock, logger, resolveProxy, lookup }: FetchDeps): Fetch {
  const make = async () => {
    const { createTrustedRoots } = await import('../../models/http/trusted-roots.ts')
    const { createHttpFetch } = await import('../../models/http/http-fetch.ts')
    const roots = createTrustedRoots({
      env,
      platform: process.platform,
      report: (path, error) => logger.warn('Certificates could not be read', { path, reason: String(error) }),
    })
    const proxyFor = createProxyRoute(env, resolveProxy)
    return createHttpFetch({
      clock,
      connectMs: DEFAULT_TIMEOUTS.connectMs,
      proxyFor,
      roots,
      ...(lookup && { lookup }),
    })
  }
  let made: Promise<Fetch> | null = null
  return async (input, init) => {
    made ??= make()
    return (await made)(input, init)
  }
}

/** Returns the opener of WebSockets, on the way that the HTTP client for models takes. Loaded with the first one. */
function textSocketsOf({ env, clock, logger, resolveProxy, lookup }: FetchDeps): OpenTextSocket {
  const make = async () => {
    const { createTrustedRoots } = await import('../../models/http/trusted-roots.ts')
    const { createTextSockets } = await import('../../models/http/text-socket.ts')
    const report = (path: string, error: unknown) =>
      logger.warn('Certificates could not be read', { path, reason: String(error) })
    return createTextSockets({
      clock,
      connectMs: DEFAULT_TIMEOUTS.connectMs,
      proxyFor: createProxyRoute(env, resolveProxy),
      roots: createTrustedRoots({ env, platform: process.platform, report }),
      ...(lookup && { lookup }),
    })
  }
  let made: Promise<OpenTextSocket> | null = null
  return async (...asked) => {
    made ??= make()
    return (await made)(...asked)
  }
}

/** Opens the sockets of sessions. Those of a chat that is archived or deleted are closed. */
function socketsOf(deps: Deps): ResponsesSockets {
  const { clock, logger, signal } = deps
  const sockets = createResponsesSockets({ open: textSocketsOf(deps), clock, logger, signal })
  const ended = deps.hear((event) => {
    if (event.kind !== 'session.listed') return
    const { id, archived, deletedAt } = event.listing
    if (event.op === 'removed' || archived === true || deletedAt !== undefined) sockets.close(id)
  })
  signal.addEventListener('abort', ended, { once: true })
  return sockets
}

const reportSearch = ({ signal, logger }: Deps) => {
  return (error: unknown): void => {
    if (!signal.aborted) logger.warn('Looking for model servers failed', { reason: String(error) })
  }
}

/** Returns the key lookup of a model, as named in its settings. */
function keyReader(
  keys: Parameters<typeof resolveApiKey>[2],
  exchange: ReturnType<typeof createServiceAccounts>,
  chatGpt: Pick<ChatGpt, 'token'>,
) {
  return async ({ baseUrl, apiKeyRef: ref }: Endpoint, use: UseBy, signal: AbortSignal, refused?: Secret) => {
    if (ref === CHATGPT_KEY_REF) return chatGpt.token(baseUrl, use, signal, refused)
    return ref === null ? null : exchange(await resolveApiKey(ref, use, keys, signal), signal)
  }
}

function chatGptOf(deps: Deps, fetch: Fetch): ChatGpt {
  const { clock, vault, secretSince, redactor, openLink, signal } = deps
  return openChatGpt({ fetch, clock, vault, secretSince, redactor, openLink, signal })
}

/** Returns since when there is a value behind a key reference. */
function keySinceOf({ secretSince, env }: Deps) {
  return (ref: ApiKeyRef): number | null => {
    if (!ref.startsWith('vault:')) return isSet(env[ref.slice(4)]) ? 0 : null
    const since = secretSince(ref.slice(6))
    // Its tokens are replaced every hour, which is no other key.
    return since === null || ref !== CHATGPT_KEY_REF ? since : secretSince(CHATGPT_REGISTRATION)
  }
}

export type Models = ReturnType<typeof openModels>

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
