import type { ApiKeyRef, UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { KnownModels } from '#shared/model/catalogue.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { DetectedServer, ModelInfo, ModelListing, OfferedModels } from '#shared/model/model.ts'
import { MODEL_ROLES, type ModelRole } from '#shared/model/roles.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { say } from '#shared/sentences.ts'
import type { Model } from '../model.ts'
import { PRACTICE_INFO } from '../practice/practice-info.ts'
import { withAnswerLimit } from '../protocol/answer-limit.ts'
import { type RetryDeps, withRetry } from '../retry/retry.ts'
import type { FactsByModel } from '../servers/model-list.ts'
import { allEntries, catalogueEntries, type Endpoint, type Entry, refOf } from './catalog-entries.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import { createModelNames, meant } from './model-names.ts'

export type CatalogDeps = {
  readonly config: () => UserConfig
  readonly detected: () => readonly DetectedServer[]
  /** The models listed by providers, by base URL. The same object while nothing was added. */
  readonly told: () => ReadonlyMap<string, FactsByModel>
  /** The bundled catalogue; null until it is loaded. The same object afterwards. */
  readonly catalogue: () => ModelCatalogue | null
  /** Loads the catalogue. Prices and abilities are known from then on. */
  readonly loadCatalogue: () => Promise<ModelCatalogue>
  /** The effort that the environment fixes for every request; null where it fixes none. */
  readonly fixedEffort: Effort | null
  /** Asks a provider once for the limits of its models. Never rejects. */
  readonly learn: (endpoint: Endpoint, info: ModelInfo) => Promise<void>
  /** When the value behind a key reference was set, in ms; null where there is none. It is never read for this. */
  readonly keySince: (ref: ApiKeyRef) => number | null
  /** When a model got the key reference or the variable's value that it has now, in ms; 0 for its first. */
  readonly keyChanged: (model: ModelRef, key: ApiKeyRef | null) => number
  readonly practice: Model
  /** Makes the adapter for the protocol of a model. */
  readonly connect: (info: ModelInfo, endpoint: Endpoint) => Model
  /** Has a server of this machine load a model, and learns what it tells of it then. */
  readonly load: (
    which: { readonly baseUrl: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<void>
  /** Lets requests of a model reserve their cost. Missing: nothing is limited. */
  readonly reserving?: (info: ModelInfo, stream: Model['stream']) => Model['stream']
  readonly retry: Pick<RetryDeps, 'clock' | 'random'>
}

/** A model with what is known about it. */
export type ResolvedModel = Model & { readonly info: ModelInfo }

/** Every model the person can choose: the Practice model, the configured ones and those found on this machine. */
export function createCatalog(deps: CatalogDeps) {
  const { entries, entryOf, others } = createEntries(deps)
  const names = createModelNames({
    config: deps.config,
    catalogue: deps.catalogue,
    entryOf,
    listed: () => entries().map(({ info }) => info),
  })
  return {
    list: (): ModelListing[] => {
      const config = deps.config()
      const standard = defaultRef(config)
      const named = MODEL_ROLES.flatMap((role) => entryOf(roleRef(role, config) ?? '') ?? [])
      const setUp = entries()
      const more = named.filter((one) => !setUp.some(({ info }) => info.ref === one.info.ref))
      return [...setUp, ...new Set(more)].map((entry) => {
        const fallback = fallbackOf(entry, config)
        const roles = MODEL_ROLES.filter((role) => roleRef(role, config) === entry.info.ref)
        return {
          ...listingOf(entry, standard, deps.keySince),
          ...(fallback === null ? {} : { fallback }),
          ...(roles.length === 0 ? {} : { roles }),
        }
      })
    },
    /** Describes one model, also one of the catalogue whose provider is set up; null for any other. */
    listingOf: (ref: ModelRef): ModelListing | null => {
      const entry = entryOf(ref)
      return entry === undefined ? null : listingOf(entry, defaultRef(deps.config()), deps.keySince)
    },
    /** More models of the providers that are set up, and the day on which their facts were read. */
    offered: async (): Promise<OfferedModels> => {
      await deps.loadCatalogue()
      const standard = defaultRef(deps.config())
      return {
        date: deps.catalogue()?.date ?? null,
        models: others().map((entry) => listingOf(entry, standard, deps.keySince)),
      }
    },
    /** The catalogue's models of a provider, also of one that is not set up. */
    known: async (provider: string): Promise<KnownModels> => (await deps.loadCatalogue()).known(provider),
    /** Finds a model by reference, id, label or role. Roles belong to the provider of `near`. */
    named: names.named,
    /** Returns the entry of a model; null for one that is no longer set up here. */
    infoOf: (ref: ModelRef): ModelInfo | null => entryOf(ref)?.info ?? null,
    /** Returns the address of a provider's models. Null: none of them is set up here, or they are no servers. */
    endpointOf: (provider: string): Endpoint | null =>
      entries().find(({ info, endpoint }) => info.provider === provider && endpoint !== null)?.endpoint ??
      null,
    /** Since when a model has its key, in ms; null for a model without one. Called before a request, it notes the key. */
    keySince: (ref: ModelRef): number | null => {
      const key = entryOf(ref)?.endpoint?.apiKeyRef ?? null
      const changed = deps.keyChanged(ref, key)
      const set = key === null ? null : deps.keySince(key)
      return set === null ? null : Math.max(set, changed)
    },
    /** Whether the server of a model demands the text of earlier reasoning back, as far as is known. */
    returnsReasoning: (ref: ModelRef): boolean => {
      const entry = entryOf(ref)
      if (entry === undefined || entry.endpoint === null || entry.info.api !== 'openai-completions')
        return false
      return deps.connect(entry.info, entry.endpoint).returnsReasoning?.() ?? false
    },
    /** Returns the model that answers when this one is unavailable; null for none, or one that is unavailable too. */
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
      const own = named === undefined ? undefined : names.named(named, model)
      const set = entryOf(roleRef('small', config) ?? '')?.info
      return own?.ref ?? (set === undefined || set.api === 'builtin' ? model : set.ref)
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
      await deps.loadCatalogue()
      const hinted = entryOf(ref)
      if (hinted?.isHinted === true && hinted.endpoint !== null)
        await deps.learn(hinted.endpoint, hinted.info)
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
      const entry = entryOf(ref)
      if (entry === undefined) throw AppError.saying('llm.not_found', say('model.gone', { model: ref }))
      const { info, endpoint } = entry
      const model = endpoint === null ? deps.practice : deps.connect(info, endpoint)
      const limited = withAnswerLimit(model, info)
      const stream = deps.reserving?.(info, limited.stream) ?? limited.stream
      return { info, ...withRetry({ ...limited, stream }, { ...deps.retry, ...on }) }
    },
  }
}

export type Catalog = ReturnType<typeof createCatalog>

/** Every model that can be used: those that are set up, and those of the catalogue whose provider is. */
function createEntries(deps: CatalogDeps) {
  const known = rememberLast((told: ReadonlyMap<string, FactsByModel>, catalogue: ModelCatalogue | null) => ({
    told,
    catalogue,
    fixedEffort: deps.fixedEffort,
  }))
  const facts = () => known(deps.told(), deps.catalogue())
  const listed = rememberLast(allEntries)
  const entries = () => listed(deps.config(), deps.detected(), facts())
  const unlisted = rememberLast(catalogueEntries)
  const others = () => unlisted(entries(), facts())
  const entryOf = (ref: ModelRef): Entry | undefined =>
    entries().find(({ info }) => info.ref === ref) ?? others().find(({ info }) => info.ref === ref)
  return { entries, others, entryOf }
}

/** Returns the place a model must be loaded from; null where nothing has to be loaded. */
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

/** Returns the fallback the person chose for a model. */
function fallbackOf({ fallback }: Entry, config: UserConfig): ModelRef | null {
  return fallback === null ? null : meant(fallback, config)
}

/** The model that a role has for all providers. */
function roleRef(role: ModelRole, config: UserConfig): ModelRef | null {
  const name = config.roles?.[role]
  return name === undefined ? null : meant(name, config)
}

function listingOf(
  { info, source, endpoint, isHinted }: Entry,
  standard: ModelRef,
  keySince: CatalogDeps['keySince'],
): ModelListing {
  const apiKeyRef = endpoint?.apiKeyRef ?? null
  const key = apiKeyRef === null ? 'not_needed' : keySince(apiKeyRef) === null ? 'missing' : 'present'
  return {
    ...info,
    source,
    ...(isHinted ? { isByName: true as const } : {}),
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
