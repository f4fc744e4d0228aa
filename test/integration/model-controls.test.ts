import { describe, expect, it } from 'vitest'
import { CustomModelConfig, type ModelConfig } from '#shared/config/config.ts'
import { BlobId } from '#shared/ids.ts'
import { KNOWN_PROVIDERS, PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import type { ModelInfo, ModelListing } from '#shared/model/model.ts'
import type { Message } from '#shared/session/message.ts'
import { systemClock } from '../../src/main/lib/clock.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { allEntries } from '../../src/main/models/catalogue/catalog-entries.ts'
import { parseCatalogue } from '../../src/main/models/catalogue/model-catalogue.ts'
import { readCatalogue } from '../../src/main/models/catalogue/read-catalogue.ts'
import { DEFAULT_TIMEOUTS } from '../../src/main/models/http/model-timeouts.ts'
import { withChange } from '../../src/renderer/features/settings/models/model-choices.ts'
import {
  configOf,
  draftOf,
  type ModelDraft,
  NEW_MODEL,
  offersContinuation,
  offersTopP,
} from '../../src/renderer/features/settings/models/model-view.ts'
import {
  callPart,
  collectFailure,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../support/protocols/model-samples.ts'
import { ALL_PROTOCOLS } from '../support/protocols/served-protocols.ts'

const PICTURE = { t: 'file', blobId: BlobId.parse(`blb_${'0'.repeat(8)}`), mime: 'image/png' } as const
const catalogue = parseCatalogue(await readCatalogue())
type Which = (typeof ALL_PROTOCOLS)[number]

/** The address and body of the request that a model with these settings is sent. */
async function requestOf(which: Which, change: Partial<ModelDraft>): Promise<{ url: string; body: unknown }> {
  const draft: ModelDraft = {
    ...NEW_MODEL,
    provider: 'test',
    api: CustomModelConfig.shape.api.parse(which.api),
    id: which.id,
    baseUrl: `http://models.test${which.root}`,
    key: 'none',
    ...change,
  }
  const config = CustomModelConfig.parse(configOf(draft))
  const known = { told: new Map(), catalogue: null, fixedEffort: null }
  const info = allEntries({ model: config }, [], known).find(({ source }) => source === 'config')?.info
  if (info === undefined) throw new Error('The model is not in the catalogue.')
  return sentTo(which, info, draft.baseUrl)
}

type Sent = { readonly url: string; readonly body: unknown }

/** The first request to a model with a picture and tools in the conversation. */
async function sentTo(
  which: Pick<Which, 'create'>,
  info: ModelInfo,
  baseUrl: string,
  messages: readonly Message[] = [userMessage('Look.', PICTURE)],
): Promise<Sent> {
  const sent: Sent[] = []
  const model = which.create({
    info,
    baseUrl,
    clock: systemClock,
    timeouts: DEFAULT_TIMEOUTS,
    turnBudget: () => null,
    logger: silentLogger,
    readKey: async () => null,
    fetch: async (url, asked) => {
      sent.push({ url: String(url), body: JSON.parse(Buffer.from(asked?.body ?? '').toString('utf8')) })
      return new Response('{"error":{"message":"That is enough."}}', { status: 403 })
    },
  })
  const tool = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
  await collectFailure(
    model,
    sampleRequest({
      model: info,
      tools: [tool],
      messages,
      reserveOutput: info.maxOutput,
      readFile: async () => new Uint8Array([1, 2, 3]),
    }),
  )
  const [first] = sent
  if (first === undefined) throw new Error('Nothing was sent.')
  return first
}

type Effect = {
  readonly from?: Partial<ModelDraft>
  readonly to: Partial<ModelDraft>
  /** Protocols that do not offer the control with these settings. */
  readonly hidden?: (which: Which) => boolean
}

const THINKS = { reasoning: true } as const
/** A change of each field of the form. The reason is given for fields whose effect is elsewhere than in the body. */
const CHANGES: Readonly<Record<keyof ModelDraft, Effect | string>> = {
  api: 'another protocol: model-controls.e2e',
  baseUrl: 'another address: model-controls.e2e',
  provider: 'the name under which the model is set up',
  id: { to: { id: 'other-model' } },
  label: 'shown to the person: model-controls.e2e',
  key: 'a header: model-controls.e2e',
  keyName: 'a header: model-controls.e2e',
  contextWindow: 'the size of requests: model-controls.e2e',
  maxTokens: { to: { maxTokens: '777' } },
  reasoning: { to: { ...THINKS, reasoningEffort: 'high' } },
  reasoningEffort: { from: THINKS, to: { ...THINKS, reasoningEffort: 'high' } },
  providerReplay: 'the form of earlier tool rounds: model-controls.e2e',
  continuation: 'a continued request: continuation.test',
  topP: { to: { topP: '0.7' } },
  pictures: { from: { pictures: 'no' }, to: { pictures: 'yes' } },
  inputPrice: 'the cost of an answer: model-controls.e2e',
  outputPrice: 'the cost of an answer: model-controls.e2e',
  fallback: 'another model answers: model-controls.e2e',
}

describe.each(ALL_PROTOCOLS)('$name', (which) => {
  const effects = Object.entries(CHANGES).flatMap(([field, effect]) =>
    typeof effect === 'string' ? [] : [{ field, effect }],
  )
  it.each(effects)('sends another request when $field is changed', async ({ effect }) => {
    const before = await requestOf(which, effect.from ?? {})
    expect(await requestOf(which, effect.to)).not.toEqual(before)
  })

  it('offers to continue requests exactly where the protocol can', () => {
    const api = CustomModelConfig.shape.api.parse(which.api)
    const draft: ModelDraft = { ...NEW_MODEL, provider: 'test', api, id: which.id, continuation: true }
    const config = CustomModelConfig.parse(
      configOf({ ...draft, baseUrl: 'http://models.test/v1', key: 'none' }),
    )
    const known = { told: new Map(), catalogue: null, fixedEffort: null }
    const info = allEntries({ model: config }, [], known).find(({ source }) => source === 'config')?.info
    expect(offersContinuation(draft)).toBe(api === 'openai-responses')
    expect(info?.continuation === true).toBe(offersContinuation(draft))
    const forced = CustomModelConfig.safeParse({ ...config, continuation: true })
    expect(forced.success).toBe(offersContinuation(draft))
  })

  it.each(['', 'off', 'low', 'high', 'max'] as const)(
    'offers Top P exactly where it is sent (effort "%s")',
    async (reasoningEffort) => {
      const set = { reasoning: true, reasoningEffort, topP: '0.7' } as const
      const isSent = /top_?p/i.test(JSON.stringify((await requestOf(which, set)).body))
      const api = CustomModelConfig.shape.api.parse(which.api)
      expect(offersTopP({ api, reasoning: true, reasoningEffort })).toBe(isSent)
    },
  )
})

/** A thinking model of each provider that is connected by its name. */
const NAMED = PROVIDER_NAMES.flatMap((provider) => {
  const model = catalogue.ofProvider(provider).find(({ efforts = [] }) => efforts.includes('high'))
  return model === undefined ? [] : [{ provider, id: model.id, ...KNOWN_PROVIDERS[provider] }]
})

/** A tool round of another model, whose reasoning this one cannot have. */
const FOREIGN_ROUND: readonly Message[] = [
  userMessage('Look.'),
  { role: 'assistant', parts: [callPart('call00001', 'read', { path: 'a.ts' })], stop: 'tool_calls' },
  toolMessage('call00001', 'read', 'Contents'),
]

it('knows a thinking model of every provider that is connected by its name', () => {
  expect(NAMED.map(({ provider }) => provider)).toEqual(PROVIDER_NAMES)
})

describe.each(NAMED)('the form of a model of $label', ({ provider, id, api, baseUrl }) => {
  const which = ALL_PROTOCOLS.find((each) => each.api === api)
  if (which === undefined) throw new Error(`There is no protocol ${api}.`)
  const entryOf = (model: ModelConfig) => {
    const known = { told: new Map(), catalogue, fixedEffort: null }
    const entry = allEntries({ model }, [], known).find(({ source }) => source === 'config')
    if (entry === undefined) throw new Error('The model is not in the catalogue.')
    return entry
  }
  const usual = entryOf({ type: 'builtin', provider, id })
  const listing: ModelListing = {
    ...usual.info,
    source: 'config',
    isByName: true,
    baseUrl,
    apiKeyRef: null,
    key: 'not_needed',
    isDefault: true,
  }
  const changed = (change: Partial<ModelDraft>) => {
    const config = withChange(listing, change)
    if (config === null) throw new Error('The change cannot be written down.')
    return entryOf(config)
  }
  const sentAs = ({ info }: typeof usual) => sentTo(which, info, baseUrl, FOREIGN_ROUND)
  const draft = draftOf(listing)

  it.each<Partial<ModelDraft>>([{ reasoningEffort: 'high' }, { providerReplay: 'degrade_to_text' }])(
    'sends another request for %o',
    async (change) => {
      expect(await sentAs(changed(change))).not.toEqual(await sentAs(usual))
    },
  )

  it.each(['', 'high'] as const)('offers Top P exactly where it is sent (effort "%s")', async (effort) => {
    const change = { reasoningEffort: effort, topP: '0.7' }
    const isSent = /top_?p/i.test(JSON.stringify((await sentAs(changed(change))).body))
    expect(offersTopP({ ...draft, ...change })).toBe(isSent)
  })

  it('offers to continue requests where the protocol can, and takes another model in its place', () => {
    const isContinued = changed({ continuation: true }).info.continuation === true
    expect(isContinued).toBe(offersContinuation(draft))
    expect(changed({ fallback: 'test/spare' }).fallback).toBe('test/spare')
  })
})
