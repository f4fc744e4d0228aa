import { describe, expect, it } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { hintFor } from '#shared/model/known-models.ts'
import type { DetectedServer, ModelInfo } from '#shared/model/model.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { collect, sampleRequest, textIn } from '../../../../test/support/protocols/model-samples.ts'
import type { Model } from '../model.ts'
import { type CatalogDeps, createCatalog } from './catalog.ts'
import type { Endpoint } from './catalog-entries.ts'
import { parseCatalogue } from './model-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const saying = (text: string): Model => ({
  stream: async function* () {
    yield { t: 'text', block: 0, text }
  },
})
const custom = {
  type: 'custom',
  api: 'openai-completions',
  provider: 'lab',
  id: 'big',
  baseUrl: 'https://lab.example/v1',
  apiKeyRef: 'vault:lab',
  contextWindow: 64_000,
  maxTokens: 8_000,
  reasoning: true,
} as const
const ollama: DetectedServer = {
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  port: 11434,
  running: true,
  models: ['llama3.2:latest', 'mystery'],
}
const NOTHING_TOLD: ReturnType<CatalogDeps['told']> = new Map()
const ON = { onRetry: () => {} }

function open(config: UserConfig, changes: Partial<CatalogDeps> = {}) {
  const connected: [ModelInfo, Endpoint][] = []
  const catalog = createCatalog({
    config: () => config,
    detected: () => [ollama],
    told: () => NOTHING_TOLD,
    catalogue: () => null,
    loadCatalogue: async () => parseCatalogue(await readCatalogue()),
    fixedEffort: null,
    learn: async () => {},
    keySince: (ref) => (ref === 'vault:lab' ? 1 : null),
    keyChanged: () => 0,
    practice: saying('practice'),
    connect: (info, endpoint) => {
      connected.push([info, endpoint])
      return saying(info.ref)
    },
    load: async () => {},
    retry: { clock: createStoppedClock(), random: () => 0 },
    ...changes,
  })
  return { catalog, connected }
}

it('knows since when a model has its key, also where it was pointed to an older secret', () => {
  const changes: string[] = []
  const keyChanged = (ref: string, key: string | null) => {
    changes.push(`${ref} ${key}`)
    return 7
  }
  const { catalog } = open({ model: custom }, { keyChanged })
  expect(catalog.keySince('lab/big')).toBe(7)
  expect(open({ model: { ...custom, apiKeyRef: 'vault:none' } }).catalog.keySince('lab/big')).toBe(null)
  expect(changes).toEqual(['lab/big vault:lab'])
})

it('has a found model loaded before it is asked when nobody knows yet how much it reads', async () => {
  const loaded: string[] = []
  const facts = {
    'llama3.2:latest': { contextWindow: 32_768, isGuess: true },
    mystery: { contextWindow: 8_192 },
  } as const
  const { catalog } = open(
    { model: custom },
    { detected: () => [{ ...ollama, facts }], load: async ({ id }) => void loaded.push(id) },
  )
  const never = new AbortController().signal
  for (const { ref } of catalog.list()) await catalog.ready(ref, () => {}, never)
  expect(loaded).toEqual(['llama3.2:latest'])
})

it.each([
  ['http://127.0.0.1:11434/v1', 'long:latest', ['long:latest']],
  ['http://localhost:11434/v1/', 'long', ['long:latest']],
  ['http://127.0.0.1:11434/v1', 'known', []],
  ['http://127.0.0.1:11435/v1', 'long', []],
])('has a model that a person has set up at %s as %s loaded too', async (baseUrl, id, expected) => {
  const loaded: string[] = []
  const told: (string | null)[] = []
  const facts = {
    'long:latest': { contextWindow: 32_768, isGuess: true },
    known: { contextWindow: 8_192 },
  } as const
  const { catalog } = open(
    { model: { ...custom, baseUrl, id, label: 'Mine' } },
    { detected: () => [{ ...ollama, facts }], load: async ({ id: name }) => void loaded.push(name) },
  )
  const ref = catalog.defaultRef()
  await catalog.ready(ref, (label) => told.push(label), new AbortController().signal)
  expect(loaded).toEqual(expected)
  expect(told).toEqual(expected.length === 0 ? [] : ['Mine', null])
})

it('says that loading is over also when it was stopped', async () => {
  const told: (string | null)[] = []
  const facts = { mystery: { contextWindow: 32_768, isGuess: true } } as const
  const load = async () => {
    throw new Error('Stopped.')
  }
  const { catalog } = open({}, { detected: () => [{ ...ollama, facts }], load })
  const ready = catalog.ready('ollama/mystery', (label) => told.push(label), new AbortController().signal)
  await expect(ready).rejects.toThrow('Stopped.')
  expect(told).toEqual(['mystery (Ollama)', null])
})

it('offers the Practice model first and alone by default', () => {
  const { catalog } = open({}, { detected: () => [] })
  expect(catalog.list()).toEqual([
    expect.objectContaining({
      ref: 'orrery/practice',
      label: 'Practice model',
      source: 'builtin',
      key: 'not_needed',
      baseUrl: null,
      isDefault: true,
      inputPrice: 0,
    }),
  ])
})

it('lists what is configured and what was found, with the state of each key', () => {
  const other = { ...custom, id: 'small', label: 'Small one', apiKeyRef: 'env:NONE' as const }
  const { catalog } = open({ model: custom, models: { small: other } })
  const lines = catalog
    .list()
    .map(({ ref, label, source, key, isDefault }) => [ref, label, source, key, isDefault])
  expect(lines).toEqual([
    ['orrery/practice', 'Practice model', 'builtin', 'not_needed', false],
    ['lab/big', 'big', 'config', 'present', true],
    ['lab/small', 'Small one', 'config', 'missing', false],
    ['ollama/llama3.2:latest', 'llama3.2:latest (Ollama)', 'detected', 'not_needed', false],
    ['ollama/mystery', 'mystery (Ollama)', 'detected', 'not_needed', false],
  ])
})

it('believes the configuration more than what it found', () => {
  const mine = { ...custom, provider: 'ollama', id: 'mystery', contextWindow: 123_456 }
  const { catalog } = open({ models: { mine } })
  expect(catalog.list().filter(({ ref }) => ref === 'ollama/mystery')).toMatchObject([
    { source: 'config', contextWindow: 123_456 },
  ])
})

it('finds the address of a provider it knows', () => {
  const { catalog, connected } = open({
    model: { type: 'builtin', provider: 'openai', id: 'gpt-4o', apiKeyRef: 'vault:o' },
  })
  catalog.resolve('openai/gpt-4o', ON)
  expect(connected).toMatchObject([
    [
      { id: 'gpt-4o', contextWindow: 128_000, inputPrice: null },
      { baseUrl: 'https://api.openai.com/v1', apiKeyRef: 'vault:o' },
    ],
  ])
})

it('lists the Practice model once, also where the settings name it', () => {
  const model = { type: 'builtin', provider: 'orrery', id: 'practice' } as const
  const { catalog } = open({ model }, { detected: () => [] })
  expect(catalog.list()).toMatchObject([{ ref: 'orrery/practice', isDefault: true }])
})

it('resolves a reference to a model that knows itself', async () => {
  const { catalog } = open({ model: custom })
  const model = catalog.resolve('lab/big', ON)
  expect(model.info).toMatchObject({ ref: 'lab/big', maxOutput: 8_000, reasoning: true })
  expect(textIn(await collect(model, sampleRequest()))).toBe('lab/big')
  expect(textIn(await collect(catalog.resolve('orrery/practice', ON), sampleRequest()))).toBe('practice')
})

it('knows who stands in for a model, by name or by place, as long as it is there', () => {
  const model = { ...custom, fallback: 'spare' }
  const spare = { ...custom, id: 'small', fallback: 'ollama/mystery' }
  const { catalog } = open({ model, models: { spare } })
  expect(catalog.fallbackOf('lab/big')).toBe('lab/small')
  expect(catalog.fallbackOf('lab/small')).toBe('ollama/mystery')
  expect(catalog.fallbackOf('ollama/mystery')).toBeNull()
  const without = open({ model, models: { spare } }, { detected: () => [] }).catalog
  expect(without.fallbackOf('lab/small')).toBeNull()
  // The wish stays, so that saving the model does not lose it.
  expect(without.list().find(({ ref }) => ref === 'lab/small')?.fallback).toBe('ollama/mystery')
})

it('knows who does small jobs: whom the file of the agent names, or who is set for them, or who answers', () => {
  const small = { ...custom, id: 'small' }
  const { catalog } = open({ model: custom, models: { cheap: small }, roles: { small: 'cheap' } })
  expect(catalog.forSmallJob(undefined, 'lab/big')).toBe('lab/small')
  expect(catalog.forSmallJob('mystery', 'lab/big')).toBe('ollama/mystery')
  expect(catalog.list().filter(({ roles }) => roles?.includes('small'))).toMatchObject([{ ref: 'lab/small' }])
  expect(open({ model: custom }).catalog.forSmallJob('nobody', 'lab/big')).toBe('lab/big')
  // The Practice model is no AI, and one that has gone cannot do anything.
  for (const gone of ['orrery/practice', 'lab/gone']) {
    expect(open({ model: custom, roles: { small: gone } }).catalog.forSmallJob(undefined, 'lab/big')).toBe(
      'lab/big',
    )
  }
})

it('says which model is gone', () => {
  expect(() => open({}).catalog.resolve('lab/big', ON)).toThrow('The model lab/big is no longer set up here.')
})

it('connects each model in its own protocol', () => {
  const { catalog, connected } = open({
    model: { ...custom, api: 'anthropic-messages' },
    models: { gemini: { type: 'builtin', provider: 'google', id: 'gemini-3-pro' } },
  })
  for (const ref of ['lab/big', 'google/gemini-3-pro']) catalog.resolve(ref, ON)
  expect(connected.map(([{ api }]) => api)).toEqual(['anthropic-messages', 'google-generative-ai'])
})

it('guesses sizes by name, and believes what the server told', () => {
  expect(hintFor('openai/GPT-4o-mini').contextWindow).toBe(128_000)
  expect(hintFor('mystery')).toEqual({
    contextWindow: 32_768,
    maxOutput: 4_096,
    reasoning: false,
    isOutputGuessed: true,
  })
  const told = { contextWindow: 8_192 }
  expect(hintFor('llama3.1:8b', told)).toEqual({ contextWindow: 8_192, maxOutput: 2_048, reasoning: false })
  const server = { ...ollama, facts: { mystery: told } }
  expect(open({}, { detected: () => [server] }).catalog.infoOf('ollama/mystery')?.contextWindow).toBe(8_192)
})

it('asks a provider for the limits of a model that was set up by name, before its first request', async () => {
  const named = { type: 'builtin', provider: 'openrouter', id: 'x/new', apiKeyRef: 'vault:lab' } as const
  let told: ReturnType<CatalogDeps['told']> = NOTHING_TOLD
  const asked: string[] = []
  const { catalog } = open(
    { model: named, models: { big: custom } },
    {
      told: () => told,
      learn: async ({ baseUrl }) => {
        asked.push(baseUrl)
        told = new Map([[baseUrl, new Map([['x/new', { contextWindow: 500_000, maxOutput: 50_000 }]])]])
      },
    },
  )
  const never = new AbortController().signal
  expect(catalog.infoOf('openrouter/x/new')?.isOutputGuessed).toBe(true)
  for (const { ref } of catalog.list()) await catalog.ready(ref, () => {}, never)
  expect(asked).toEqual(['https://openrouter.ai/api/v1'])
  const info = catalog.infoOf('openrouter/x/new')
  expect([info?.contextWindow, info?.maxOutput, info?.isOutputGuessed]).toEqual([500_000, 50_000, undefined])
})

describe('with the catalogue', async () => {
  const catalogue = parseCatalogue(await readCatalogue())
  const key = { apiKeyRef: 'vault:lab' } as const
  const byName = { type: 'builtin', provider: 'anthropic', id: 'claude-opus-4-5', ...key } as const
  const known = { catalogue: () => catalogue }

  it('knows limits, abilities and prices of a model by its name alone', () => {
    const { catalog } = open({ model: byName }, known)
    expect(catalog.infoOf('anthropic/claude-opus-4-5')).toMatchObject({
      contextWindow: 200_000,
      maxOutput: 64_000,
      reasoning: true,
      pictures: true,
      pdfs: true,
      tools: true,
      family: 'claude',
      inputPrice: 5,
      prices: { cacheWriteHour: 10 },
    })
  })

  it('lets the provider and the person overrule it', () => {
    const told = new Map([
      ['https://api.anthropic.com', new Map([['claude-opus-4-5', { contextWindow: 99 }]])],
    ])
    const mine = { ...custom, baseUrl: 'https://api.openai.com/v1', id: 'gpt-5' }
    const priced = { ...mine, inputPrice: 7, outputPrice: 8 }
    const open1 = open({ model: byName, models: { mine } }, { ...known, told: () => told }).catalog
    expect(open1.infoOf('anthropic/claude-opus-4-5')?.contextWindow).toBe(99)
    expect(open1.infoOf('lab/gpt-5')).toMatchObject({ contextWindow: 64_000, prices: { input: 1.25 } })
    const info = open({ model: priced }, known).catalog.infoOf('lab/gpt-5')
    expect([info?.inputPrice, info?.prices, info?.endsOn]).toEqual([7, undefined, undefined])
  })

  it('offers the other models of a provider that is set up, and answers with them', async () => {
    const { catalog, connected } = open({ model: byName }, known)
    const { date, models } = await catalog.offered()
    expect(date).toBe('2026-11-27')
    expect(new Set(models.map(({ provider }) => provider))).toEqual(new Set(['anthropic']))
    expect(models.some(({ id }) => id === 'claude-opus-4-5')).toBe(false)
    expect(catalog.list().map(({ ref }) => ref)).not.toContain('anthropic/claude-haiku-4-5')
    await collect(catalog.resolve('anthropic/claude-haiku-4-5', ON), sampleRequest())
    expect(connected[0]?.[1]).toEqual({ baseUrl: 'https://api.anthropic.com', apiKeyRef: 'vault:lab' })
    expect(catalog.infoOf('openai/gpt-5')).toBeNull()
  })

  it('names models by role: the person’s choice for the provider, for all, or the suggestion', () => {
    const near = 'anthropic/claude-opus-4-5'
    const named = (config: UserConfig, name: string, of = near) =>
      open(config, known).catalog.named(name, of)?.ref
    expect(named({ model: byName }, 'small')).toBe('anthropic/claude-haiku-5-5')
    const roles = { small: 'lab/big', providers: { anthropic: { large: 'anthropic/claude-fable-5' } } }
    const config = { model: byName, models: { big: custom }, roles }
    expect(named(config, 'small')).toBe('lab/big')
    expect(named(config, 'large')).toBe('anthropic/claude-fable-5')
    expect(named(config, 'large', 'lab/big')).toBe('lab/big')
    expect(named(config, 'huge')).toBeUndefined()
  })
})

describe('a model on a ChatGPT plan', () => {
  const model = { type: 'builtin', provider: 'openai', id: 'gpt-5.2' } as const

  it('costs nothing per token, with every other model of its provider', async () => {
    const read = parseCatalogue(await readCatalogue())
    const { catalog } = open(
      { model: { ...model, apiKeyRef: 'vault:chatgpt-sign-in', topP: 0.5, continuation: true } },
      { catalogue: () => read },
    )
    const { models } = await catalog.offered()
    const listed = [...catalog.list(), ...models].filter(({ provider }) => provider === 'openai')
    expect(listed.length).toBeGreaterThan(1)
    for (const { plan, inputPrice, outputPrice, prices, topP, continuation } of listed) {
      expect({ plan, inputPrice, outputPrice }).toEqual({ plan: 'chatgpt', inputPrice: 0, outputPrice: 0 })
      expect([prices, topP, continuation]).toEqual([undefined, undefined, undefined])
    }
  })

  it('is no other than usual with a key', () => {
    const { catalog } = open({ model: { ...model, apiKeyRef: 'vault:openai' } })
    expect(catalog.infoOf('openai/gpt-5.2')).not.toHaveProperty('plan')
  })
})
