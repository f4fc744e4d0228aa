import { describe, expect, it } from 'vitest'
import { CustomModelConfig } from '#shared/config/config.ts'
import { BlobId } from '#shared/ids.ts'
import { systemClock } from '../../src/main/lib/clock.ts'
import { silentLogger } from '../../src/main/lib/logger.ts'
import { allEntries } from '../../src/main/models/catalogue/catalog-entries.ts'
import { DEFAULT_TIMEOUTS } from '../../src/main/models/http/model-timeouts.ts'
import {
  configOf,
  type ModelDraft,
  NEW_MODEL,
  offersContinuation,
  offersTopP,
} from '../../src/renderer/features/settings/models/model-view.ts'
import { collectFailure, sampleRequest, userMessage } from '../support/protocols/model-samples.ts'
import { ALL_PROTOCOLS } from '../support/protocols/served-protocols.ts'

const PICTURE = { t: 'file', blobId: BlobId.parse(`blb_${'0'.repeat(8)}`), mime: 'image/png' } as const
type Which = (typeof ALL_PROTOCOLS)[number]

/** The address and body of the request that a model with these settings is sent. */
async function requestOf(which: Which, change: Partial<ModelDraft>): Promise<{ url: string; body: unknown }> {
  const draft: ModelDraft = {
    ...{ ...NEW_MODEL, provider: 'test', api: CustomModelConfig.shape.api.parse(which.api), id: which.id },
    ...{ baseUrl: `http://models.test${which.root}`, key: 'none', ...change },
  }
  const config = CustomModelConfig.parse(configOf(draft))
  const known = { told: new Map(), catalogue: null, fixedEffort: null }
  const info = allEntries({ model: config }, [], known).find(({ source }) => source === 'config')?.info
  if (info === undefined) throw new Error('The model is not in the catalogue.')
  const sent: { url: string; body: unknown }[] = []
  const model = which.create({
    ...{
      info,
      baseUrl: draft.baseUrl,
      clock: systemClock,
      timeouts: DEFAULT_TIMEOUTS,
      turnBudget: () => null,
      logger: silentLogger,
    },
    readKey: async () => null,
    fetch: async (url, asked) => {
      sent.push({ url: String(url), body: JSON.parse(Buffer.from(asked?.body ?? '').toString('utf8')) })
      return new Response('{"error":{"message":"That is enough."}}', { status: 403 })
    },
  })
  const tool = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
  const messages = [userMessage('Look.', PICTURE)]
  await collectFailure(
    model,
    sampleRequest({
      ...{ model: info, tools: [tool], messages, reserveOutput: info.maxOutput },
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
