import type { ApiKeyRef, ModelConfig, UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import { KNOWN_PROVIDERS, PRACTICE_PROVIDER } from '#shared/model/known-providers.ts'
import type { DetectedServer, ModelFacts, ModelInfo, ModelListing } from '#shared/model/model.ts'
import { namedModel } from '#shared/model/named-model.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { say } from '#shared/sentences.ts'
import { withAnswerLimit } from './answer-limit.ts'
import { hintFor } from './known-models.ts'
import { LOCAL_SERVERS } from './local-servers.ts'
import type { Model } from './model.ts'
import type { FactsByModel } from './model-list.ts'
import { PRACTICE_INFO } from './practice/practice-info.ts'
import { type RetryDeps, withRetry } from './retry.ts'
import { toldOf } from './told-facts.ts'

/** Where a model is reached, and with which key. */
export type Endpoint = { readonly baseUrl: string; readonly apiKeyRef: ApiKeyRef | null }

export type CatalogDeps = {
  readonly config: () => UserConfig
  readonly detected: () => readonly DetectedServer[]
  /** What providers told of their models, by base URL. The same object while nothing was added. */
  readonly told: () => ReadonlyMap<string, FactsByModel>
  /** Asks a provider once for the limits of its models. Never rejects. */
  readonly learn: (endpoint: Endpoint, info: ModelInfo) => Promise<void>
  /** Whether there is a value behind a key reference. It is never read for this. */
  readonly hasKey: (ref: ApiKeyRef) => boolean
  readonly practice: Model
  /** Makes the adapter for the protocol of a model. */
  readonly connect: (info: ModelInfo, endpoint: Endpoint) => Model
  /** Has a server of this machine load a model, and learns what it tells of it then. */
  readonly load: (
    which: { readonly baseUrl: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<void>
  readonly retry: Pick<RetryDeps, 'clock' | 'random'>
}

/** A model with what is known about it. */
export type ResolvedModel = Model & { readonly info: ModelInfo }

type Entry = {
  readonly info: ModelInfo
  readonly source: ModelListing['source']
  readonly endpoint: Endpoint | null
  readonly fallback: string | null
  /** Whether the limits are those of its family, until its provider tells them. */
  readonly isHinted: boolean
}

/** Every model the person can choose: the Practice model, the configured ones and those found on this machine. */
export function createCatalog(deps: CatalogDeps) {
  const listed = rememberLast(allEntries)
  const entries = () => listed(deps.config(), deps.detected(), deps.told())
  return {
    list: (): ModelListing[] => {
      const config = deps.config()
      const standard = defaultRef(config)
      const small = smallOf(config)
      return entries().map((entry) => {
        const fallback = fallbackOf(entry, config)
        return {
          ...listingOf(entry, standard, deps.hasKey),
          ...(fallback === null ? {} : { fallback }),
          ...(entry.info.ref === small ? { doesSmallJobs: true } : {}),
        }
      })
    },
    /** What is known of a model; null for one that is not set up here any more. */
    infoOf: (ref: ModelRef): ModelInfo | null => entries().find(({ info }) => info.ref === ref)?.info ?? null,
    /** Where the models of a provider are reached. Null: none of them is set up here, or they are no servers. */
    endpointOf: (provider: string): Endpoint | null =>
      entries().find(({ info, endpoint }) => info.provider === provider && endpoint !== null)?.endpoint ??
      null,
    /** Whether the server of a model demands the text of earlier reasoning back, as far as is known. */
    returnsReasoning: (ref: ModelRef): boolean => {
      const entry = entries().find(({ info }) => info.ref === ref)
      if (entry === undefined || entry.endpoint === null || entry.info.api !== 'openai-completions')
        return false
      return deps.connect(entry.info, entry.endpoint).returnsReasoning?.() ?? false
    },
    /** Who answers when this model cannot be had. Null: nobody, or nobody who is there now. */
    fallbackOf: (ref: ModelRef): ModelRef | null => {
      const config = deps.config()
      const entry = entries().find(({ info }) => info.ref === ref)
      const other = entry === undefined ? null : fallbackOf(entry, config)
      return entries().some(({ info }) => info.ref === other) ? other : null
    },
    /**
     * Who does what the app asks beside a conversation: whom the file of the agent that does it names, or who is set
     * for such jobs, or else who answers in the conversation.
     */
    forSmallJob: (named: string | undefined, model: ModelRef): ModelRef => {
      const config = deps.config()
      const infos = entries().map(({ info }) => info)
      const own = named === undefined ? undefined : namedModel(infos, named)
      const small = smallOf(config)
      const set = infos.find(({ ref, api }) => ref === small && api !== 'builtin')
      return (own ?? set)?.ref ?? model
    },
    /** The model a new session starts with. */
    defaultRef: (): ModelRef => defaultRef(deps.config()),
    /**
     * Has a server of this machine load a model that is about to be asked, and finds out how much it reads then.
     * `loading` hears its label, and null when that is over. A provider is asked for the limits of its models.
     * Resolves at once where nothing is to be found out.
     */
    ready: async (
      ref: ModelRef,
      loading: (label: string | null) => void,
      signal: AbortSignal,
    ): Promise<void> => {
      const hinted = entries().find(({ info, isHinted }) => isHinted && info.ref === ref)
      if (hinted?.endpoint) await deps.learn(hinted.endpoint, hinted.info)
      signal.throwIfAborted()
      const which = unloadedIn(entries(), ref, deps.detected())
      if (which === null) return
      loading(which.label)
      try {
        await deps.load(which, signal)
      } finally {
        loading(null)
      }
    },
    /** The model behind a reference, which tries again after failures that may pass. */
    resolve: (ref: ModelRef, on: Pick<RetryDeps, 'onRetry'>): ResolvedModel => {
      const entry = entries().find(({ info }) => info.ref === ref)
      if (entry === undefined) {
        throw AppError.saying('llm.not_found', say('model.gone', { model: ref }))
      }
      const { info, endpoint } = entry
      const model = endpoint === null ? deps.practice : deps.connect(info, endpoint)
      return { info, ...withRetry(withAnswerLimit(model, info), { ...deps.retry, ...on }) }
    },
  }
}

export type Catalog = ReturnType<typeof createCatalog>

/** Where a model is loaded from that its server has not loaded yet; null where there is nothing to load. */
function unloadedIn(entries: readonly Entry[], ref: ModelRef, detected: readonly DetectedServer[]) {
  const entry = entries.find(({ info }) => info.ref === ref)
  if (entry === undefined || entry.endpoint === null) return null
  const { id, label } = entry.info
  const at = addressOf(entry.endpoint.baseUrl)
  const server = detected.find(({ baseUrl }) => addressOf(baseUrl) === at)
  // A name without a tag is the newest of it.
  const served = [id, `${id}:latest`].find((name) => server?.facts?.[name]?.isGuess === true)
  return server === undefined || served === undefined ? null : { baseUrl: server.baseUrl, id: served, label }
}

/** An address as a person may also have written it. */
function addressOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/^http:\/\/(?:localhost|\[::1\])(?=[:/])/i, 'http://127.0.0.1')
}

/** Configured models come before found ones of the same name: the person knows more about them. */
function allEntries(
  config: UserConfig,
  detected: readonly DetectedServer[],
  told: ReadonlyMap<string, FactsByModel>,
): Entry[] {
  const configured = [config.model, ...Object.values(config.models ?? {})].flatMap((model) => {
    const entry = model === undefined ? null : configuredEntry(model, told)
    return entry === null ? [] : [entry]
  })
  const entries: Entry[] = [PRACTICE_ENTRY]
  for (const entry of [...configured, ...detected.flatMap(detectedEntries)]) {
    if (!entries.some(({ info }) => info.ref === entry.info.ref)) entries.push(entry)
  }
  return entries
}

const PRACTICE_ENTRY: Entry = {
  ...{ info: PRACTICE_INFO, source: 'builtin', endpoint: null, fallback: null },
  isHinted: false,
}

/** Who the person wants in place of a model. */
function fallbackOf({ fallback }: Entry, config: UserConfig): ModelRef | null {
  return fallback === null ? null : meant(fallback, config)
}

function smallOf(config: UserConfig): ModelRef | null {
  const small = config.roles?.small
  return small === undefined ? null : meant(small, config)
}

/** A name goes before `provider/id`. */
function meant(name: string, { models = {} }: UserConfig): ModelRef {
  const named = Object.hasOwn(models, name) ? models[name] : undefined
  return named === undefined ? name : refOf(named.provider, named.id)
}

function configuredEntry(config: ModelConfig, told: ReadonlyMap<string, FactsByModel>): Entry | null {
  const apiKeyRef = config.apiKeyRef ?? null
  const fallback = config.fallback ?? null
  const { provider, id } = config
  if (config.type === 'builtin') {
    // The Practice model is there anyway.
    if (config.provider === PRACTICE_PROVIDER) return null
    const { label, baseUrl, api } = KNOWN_PROVIDERS[config.provider]
    const facts = toldOf(told, { baseUrl, id })
    const info = {
      ...hintedInfo({ provider, id, api }, `${id} (${label})`, facts),
      inputPrice: null,
      outputPrice: null,
    }
    return { info, source: 'config', endpoint: { baseUrl, apiKeyRef }, fallback, isHinted: true }
  }
  const info: ModelInfo = {
    ref: refOf(provider, id),
    id,
    provider,
    api: config.api,
    label: config.label ?? id,
    contextWindow: config.contextWindow,
    maxOutput: config.maxTokens,
    reasoning: config.reasoning,
    ...chosen(config),
    ...(config.pictures === undefined ? {} : { pictures: config.pictures }),
    inputPrice: config.inputPrice ?? null,
    outputPrice: config.outputPrice ?? null,
  }
  const endpoint = { baseUrl: config.baseUrl, apiKeyRef }
  return { info, source: 'config', endpoint, fallback, isHinted: false }
}

/** What the person set of how a model answers. */
function chosen({ topP, reasoningEffort }: Pick<ModelInfo, 'topP' | 'reasoningEffort'>) {
  return {
    ...(topP === undefined ? {} : { topP }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  }
}

function detectedEntries({ name, port, baseUrl, models, facts = {} }: DetectedServer): Entry[] {
  const provider = LOCAL_SERVERS.find((server) => server.name === name)?.provider ?? `local-${port}`
  return models.map((id) => ({
    info: hintedInfo(
      { provider, id, api: 'openai-completions' },
      `${id} (${name})`,
      Object.hasOwn(facts, id) ? facts[id] : {},
    ),
    source: 'detected',
    endpoint: { baseUrl, apiKeyRef: null },
    fallback: null,
    isHinted: false,
  }))
}

function hintedInfo(
  { provider, id, api }: Pick<ModelInfo, 'provider' | 'id' | 'api'>,
  label: string,
  facts: ModelFacts = {},
): ModelInfo {
  return {
    ref: refOf(provider, id),
    id,
    provider,
    api,
    label,
    ...hintFor(id, facts),
    inputPrice: 0,
    outputPrice: 0,
  }
}

function listingOf(
  { info, source, endpoint }: Entry,
  standard: ModelRef,
  hasKey: CatalogDeps['hasKey'],
): ModelListing {
  const apiKeyRef = endpoint?.apiKeyRef ?? null
  const key = apiKeyRef === null ? 'not_needed' : hasKey(apiKeyRef) ? 'present' : 'missing'
  return {
    ...info,
    source,
    baseUrl: endpoint?.baseUrl ?? null,
    apiKeyRef,
    key,
    isDefault: info.ref === standard,
  }
}

/** Without a configured model the Practice model answers, so that the first start needs no key. */
function defaultRef({ model }: UserConfig): ModelRef {
  return model === undefined ? PRACTICE_INFO.ref : refOf(model.provider, model.id)
}

function refOf(provider: string, id: string): ModelRef {
  return `${provider}/${id}`
}
