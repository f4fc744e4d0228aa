import { expect, it } from 'vitest'
import { PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import { pricesOf, ratesFor } from '#shared/model/price-of.ts'
import { MODEL_ROLES } from '#shared/model/roles.ts'
import { createCatalogueLoader, parseCatalogue } from './model-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const open = async () => parseCatalogue(await readCatalogue())

it('has a date and models of every known provider', async () => {
  const catalogue = await open()
  expect(catalogue.date).toBe('2026-11-27')
  for (const provider of PROVIDER_NAMES) {
    expect([provider, catalogue.ofProvider(provider).length]).not.toEqual([provider, 0])
  }
})

it('suggests models that it lists itself', async () => {
  const catalogue = await open()
  for (const provider of PROVIDER_NAMES) {
    for (const role of MODEL_ROLES) {
      const id = catalogue.suggested(provider, role)
      expect([provider, role, id === null ? null : catalogue.find(provider, id)?.id]).toEqual([
        provider,
        role,
        id,
      ])
    }
  }
  expect(catalogue.suggested('nobody', 'small')).toBeNull()
  expect(catalogue.suggested('__proto__', 'small')).toBeNull()
})

it('finds a model also under the day of its release', async () => {
  const { find } = await open()
  expect(find('openai', 'gpt-5-2025-08-07')?.id).toBe('gpt-5')
  expect(find('anthropic', 'claude-opus-4-5-20251101')?.window).toBe(200_000)
  expect(find('anthropic', 'gpt-5')).toBeNull()
})

it('has every price class of a model, with its tiers', async () => {
  const { find } = await open()
  expect(find('anthropic', 'claude-opus-4-5')?.prices).toEqual({
    input: 5,
    output: 25,
    cacheRead: 0.5,
    cacheWrite: 6.25,
    cacheWriteHour: 10,
  })
  const prices = find('google', 'gemini-2.5-pro')?.prices
  expect(prices?.tiers).toEqual([{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }])
})

it('takes the rates of the highest tier that a request exceeds', () => {
  const tiers = [
    { above: 100, input: 2, output: 2 },
    { above: 200, input: 3, output: 3 },
  ]
  const prices = { input: 1, output: 1, tiers }
  expect([100, 101, 200, 201].map((tokens) => ratesFor(prices, tokens).input)).toEqual([1, 2, 2, 3])
})

it('prefers all prices to the two of the settings', () => {
  const two = { inputPrice: 1, outputPrice: 2 }
  expect(pricesOf(two)).toEqual({ input: 1, output: 2 })
  expect(pricesOf({ ...two, prices: { input: 3, output: 4 } })).toEqual({ input: 3, output: 4 })
  expect(pricesOf({ inputPrice: null, outputPrice: 2 })).toBeNull()
})

it('reads the file once, and only when asked to', async () => {
  const text = await readCatalogue()
  const calls: string[] = []
  const loader = createCatalogueLoader({
    read: async () => {
      calls.push('read')
      return text
    },
    changed: () => calls.push('changed'),
  })
  expect([loader.current(), calls]).toEqual([null, []])
  await Promise.all([loader.load(), loader.load()])
  expect(calls).toEqual(['read', 'changed'])
  expect(loader.current()?.find('openai', 'gpt-5')?.label).toBe('GPT-5')
})
