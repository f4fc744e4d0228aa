import { expect, it } from 'vitest'
import { priceOf } from './price-of.ts'
import type { ModelPrices } from './prices.ts'

/** Prices as the providers published them in November 2026, for a million tokens. */
const SONNET: ModelPrices = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: 3.75,
  cacheWriteHour: 6,
  tiers: [{ above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, cacheWriteHour: 12 }],
}
const GEMINI: ModelPrices = {
  input: 1.25,
  output: 10,
  cacheRead: 0.125,
  tiers: [{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
}
const GPT: ModelPrices = { input: 1.25, output: 10, cacheRead: 0.125 }
const CHEAP_CACHE: ModelPrices = { input: 0.28, output: 0.42, cacheRead: 0.028 }

/** Usage as providers counted it, and the amount of their invoice in US dollars. */
const RECORDS = [
  ['fresh input and output', SONNET, { input: 12_000, output: 800 }, 0.048],
  ['a cache read', SONNET, { input: 2_100, output: 350, cacheRead: 48_000 }, 0.02595],
  ['a cache write for five minutes', SONNET, { input: 40, output: 900, cacheWrite: 21_000 }, 0.09237],
  [
    'a cache write for an hour',
    SONNET,
    { input: 40, output: 900, cacheWrite: 21_000, cacheWrite1h: 21_000 },
    0.13962,
  ],
  [
    'cache writes for both times',
    SONNET,
    { input: 100, output: 100, cacheRead: 10_000, cacheWrite: 9_000, cacheWrite1h: 4_000 },
    0.04755,
  ],
  ['a prompt just at the tier', SONNET, { input: 150_000, output: 1_000, cacheRead: 50_000 }, 0.48],
  ['a prompt above the tier', SONNET, { input: 150_001, output: 1_000, cacheRead: 50_000 }, 0.952506],
  [
    'a large cached prompt above the tier',
    GEMINI,
    { input: 1_000, output: 2_000, cacheRead: 399_000 },
    0.13225,
  ],
  ['reasoning, as part of the output', GPT, { input: 3_000, output: 9_000, reasoning: 8_400 }, 0.09375],
  [
    'a cached prompt with reasoning',
    GPT,
    { input: 49, output: 512, cacheRead: 34_048, reasoning: 448 },
    0.00943725,
  ],
  ['a cheap cache', CHEAP_CACHE, { input: 10_107, output: 1_000, cacheRead: 19_904 }, 0.003807272],
] as const

it.each(RECORDS)('prices %s within one percent of the invoice', (_, prices, usage, invoice) => {
  expect(Math.abs(priceOf(usage, prices).usd - invoice) / invoice).toBeLessThan(0.01)
})

it('counts cached input like fresh input where the cache has no price', () => {
  const usage = { input: 1e6, output: 0, cacheRead: 1e6, cacheWrite: 1e6 }
  expect(priceOf(usage, { input: 10, output: 20 })).toEqual({ usd: 30, saved: 0 })
})

it('estimates the savings of the cache less the price of writing to it', () => {
  expect(priceOf({ input: 0, output: 5, cacheRead: 1e6 }, SONNET).saved).toBe(5.4)
  expect(priceOf({ input: 0, output: 5, cacheWrite: 1e5 }, SONNET).saved).toBe(-0.075)
})
