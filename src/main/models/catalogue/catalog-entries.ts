import type { ApiKeyRef, ModelConfig, UserConfig } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { CatalogueModel } from '#shared/model/catalogue.ts'
import { CHATGPT_KEY_REF } from '#shared/model/chatgpt-plan.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { hintFor } from '#shared/model/known-models.ts'
import { catalogueProviderAt, KNOWN_PROVIDERS, PRACTICE_PROVIDER } from '#shared/model/known-providers.ts'
import type { DetectedServer, ModelFacts, ModelInfo, ModelListing } from '#shared/model/model.ts'
import { PRACTICE_INFO } from '../practice/practice-info.ts'
import { LOCAL_SERVERS } from '../servers/local-servers.ts'
import type { FactsByModel } from '../servers/model-list.ts'
import { providerFactsOf } from '../servers/provider-facts.ts'
import type { ModelCatalogue } from './model-catalogue.ts'

/** The address and key of a model. */
export type Endpoint = { readonly baseUrl: string; readonly apiKeyRef: ApiKeyRef | null }

/** A model that can be chosen, with the way to its server. */
export type Entry = {
  readonly info: ModelInfo
  readonly source: ModelListing['source']
  readonly endpoint: Endpoint | null
  readonly fallback: string | null
  /** Whether the limits are those of its family, until its provider tells them. */
  readonly isHinted: boolean
}

/** Facts from servers by base URL, and the catalogue once it is loaded. */
export type KnownFacts = {
  readonly told: ReadonlyMap<string, FactsByModel>
  readonly catalogue: ModelCatalogue | null
  /** The effort that the environment fixes. */
  readonly fixedEffort: Effort | null
}

const PRACTICE_ENTRY: Entry = {
  info: PRACTICE_INFO,
  source: 'builtin',
  endpoint: null,
  fallback: null,
  isHinted: false,
}

/** Lists the Practice model, the configured models and those found on this machine, each once, in this order. */
export function allEntries(
  config: UserConfig,
  detected: readonly DetectedServer[],
  known: KnownFacts,
): readonly Entry[] {
  const configured = configuredIn(config).flatMap((model) => configuredEntry(model, known) ?? [])
  const entries: Entry[] = [PRACTICE_ENTRY]
  for (const entry of [...configured, ...detected.flatMap((server) => detectedEntries(server, known))]) {
    if (!entries.some(({ info }) => info.ref === entry.info.ref)) entries.push(entry)
  }
  return entries
}

/**
 * Lists the catalogue's models of every provider that is set up, except those in `entries`. They are reached like the
 * first configured model of their provider.
 */
export function catalogueEntries(entries: readonly Entry[], known: KnownFacts): readonly Entry[] {
  const taken = new Set(entries.map(({ info }) => info.ref))
  const seen = new Set<string>()
  return entries.flatMap(({ info, source, endpoint }) => {
    if (source !== 'config' || endpoint === null || seen.has(info.provider)) return []
    seen.add(info.provider)
    const provider = catalogueProviderAt(endpoint.baseUrl)
    const models = provider === null ? [] : (known.catalogue?.ofProvider(provider) ?? [])
    return models.flatMap(({ id, label }) => {
      if (taken.has(refOf(info.provider, id))) return []
      const facts = providerFactsOf(known.told, { baseUrl: endpoint.baseUrl, id })
      const named = { provider: info.provider, id, api: info.api, label }
      const found = { ...hintedInfo(named, facts, catalogued(endpoint.baseUrl, id, known)), ...fixed(known) }
      const paid = paidBy(endpoint.apiKeyRef, found)
      return [{ info: paid, source: 'catalogue' as const, endpoint, fallback: null, isHinted: true }]
    })
  })
}

/** Every model of the configuration, the default first. */
function configuredIn({ model, models = {} }: UserConfig): readonly ModelConfig[] {
  return [...(model === undefined ? [] : [model]), ...Object.values(models)]
}

function configuredEntry(config: ModelConfig, known: KnownFacts): Entry | null {
  const apiKeyRef = config.apiKeyRef ?? null
  const fallback = config.fallback ?? null
  const { provider, id } = config
  if (config.type === 'builtin') {
    // The Practice model is there anyway.
    if (config.provider === PRACTICE_PROVIDER) return null
    const { label, baseUrl, api } = KNOWN_PROVIDERS[config.provider]
    const facts = providerFactsOf(known.told, { baseUrl, id })
    const named = { provider, id, api, label: `${id} (${label})` }
    const info = {
      ...hintedInfo(named, facts, catalogued(baseUrl, id, known)),
      ...chosen(config),
      ...fixed(known),
    }
    return {
      info: paidBy(apiKeyRef, info),
      source: 'config',
      endpoint: { baseUrl, apiKeyRef },
      fallback,
      isHinted: true,
    }
  }
  const model = catalogued(config.baseUrl, id, known)
  const isPriced = config.inputPrice !== undefined || config.outputPrice !== undefined
  const info: ModelInfo = {
    ref: refOf(provider, id),
    id,
    provider,
    api: config.api,
    label: config.label ?? id,
    ...(model === null ? {} : abilitiesOf(model, config.reasoning)),
    contextWindow: config.contextWindow,
    maxOutput: config.maxTokens,
    reasoning: config.reasoning,
    ...chosen(config),
    ...fixed(known),
    ...(config.pictures === undefined ? {} : { pictures: config.pictures }),
    inputPrice: config.inputPrice ?? null,
    outputPrice: config.outputPrice ?? null,
    ...(isPriced || model === null ? {} : priceFields(model)),
  }
  const endpoint = { baseUrl: config.baseUrl, apiKeyRef }
  return { info: paidBy(apiKeyRef, info), source: 'config', endpoint, fallback, isHinted: false }
}

/** A model that a plan pays for costs nothing per token. Its requests carry no sampling, and each is sent whole. */
function paidBy(ref: ApiKeyRef | null, info: ModelInfo): ModelInfo {
  if (ref !== CHATGPT_KEY_REF || info.api !== 'openai-responses') return info
  const { prices: _prices, topP: _topP, continuation: _continuation, ...rest } = info
  return { ...rest, plan: 'chatgpt', inputPrice: 0, outputPrice: 0 }
}

function fixed({ fixedEffort }: KnownFacts) {
  return fixedEffort === null ? {} : { fixedEffort }
}

/** The person's settings for the answers of a model. */
function chosen({
  topP,
  reasoningEffort,
  providerReplay,
  continuation,
}: Pick<ModelConfig, 'topP' | 'reasoningEffort' | 'providerReplay' | 'continuation'>) {
  return {
    ...(continuation === true ? { continuation } : {}),
    ...(topP === undefined ? {} : { topP }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(providerReplay === undefined ? {} : { providerReplay }),
  }
}

function detectedEntries(
  { name, port, baseUrl, models, facts = {} }: DetectedServer,
  known: KnownFacts,
): Entry[] {
  const provider = LOCAL_SERVERS.find((server) => server.name === name)?.provider ?? `local-${port}`
  return models.map((id) => ({
    info: {
      ...hintedInfo(
        { provider, id, api: 'openai-completions', label: `${id} (${name})` },
        Object.hasOwn(facts, id) ? facts[id] : {},
        null,
      ),
      inputPrice: 0,
      outputPrice: 0,
      ...fixed(known),
    },
    source: 'detected',
    endpoint: { baseUrl, apiKeyRef: null },
    fallback: null,
    isHinted: false,
  }))
}

/** Facts of a model without settings: its server wins over the catalogue, and the catalogue over its family. */
function hintedInfo(
  named: Pick<ModelInfo, 'provider' | 'id' | 'api' | 'label'>,
  told: ModelFacts = {},
  model: CatalogueModel | null,
): ModelInfo {
  const listed =
    model === null
      ? {}
      : {
          contextWindow: model.window,
          maxOutput: model.output,
          reasoning: model.efforts !== undefined,
          pictures: model.pictures ?? false,
        }
  const hint = hintFor(named.id, { ...listed, ...told })
  return {
    ref: refOf(named.provider, named.id),
    ...named,
    ...(model === null ? {} : abilitiesOf(model, hint.reasoning)),
    ...hint,
    inputPrice: null,
    outputPrice: null,
    ...(model === null ? {} : priceFields(model)),
  }
}

function catalogued(baseUrl: string, id: string, { catalogue }: KnownFacts): CatalogueModel | null {
  const provider = catalogueProviderAt(baseUrl)
  return provider === null ? null : (catalogue?.find(provider, id) ?? null)
}

function abilitiesOf({ pictures, pdfs, efforts, family, endsOn }: CatalogueModel, reasoning: boolean) {
  return {
    pictures: pictures === true,
    pdfs: pdfs === true,
    tools: true,
    family,
    ...(reasoning && efforts !== undefined ? { efforts } : {}),
    ...(endsOn === undefined ? {} : { endsOn }),
  }
}

function priceFields({ prices }: CatalogueModel) {
  return prices === undefined ? {} : { prices, inputPrice: prices.input, outputPrice: prices.output }
}

/** The reference of a provider's model. */
export function refOf(provider: string, id: string): ModelRef {
  return `${provider}/${id}`
}
