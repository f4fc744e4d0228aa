import type { TokenCounts } from '../session/message.ts'
import type { ModelPrices, PriceRates } from './prices.ts'

/** The cost of one request in US dollars, and how much less that is than without the cache. */
export type Price = { readonly usd: number; readonly saved: number }

const MILLION = 1_000_000

/** Prices one request. The size of its prompt selects the tier. */
export function priceOf(usage: TokenCounts, prices: ModelPrices): Price {
  const { input, output, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0 } = usage
  const prompt = input + cacheRead + cacheWrite
  const rates = ratesFor(prices, prompt)
  const short = rates.cacheWrite ?? rates.input
  const read =
    input * rates.input +
    cacheRead * (rates.cacheRead ?? rates.input) +
    Math.max(0, cacheWrite - cacheWrite1h) * short +
    Math.min(cacheWrite, cacheWrite1h) * (rates.cacheWriteHour ?? short)
  return {
    usd: exact((read + output * rates.output) / MILLION),
    saved: exact((prompt * rates.input - read) / MILLION),
  }
}

/** Cuts what floating point adds after a billionth of a dollar. */
const exact = (dollars: number): number => Math.round(dollars * 1e9) / 1e9

/** The prices of a model. */
type Priced = {
  readonly prices?: ModelPrices
  readonly inputPrice: number | null
  readonly outputPrice: number | null
}

/** Returns the prices of a model; null where they are not known. Prices of the person replace the catalogue's. */
export function pricesOf({ prices, inputPrice, outputPrice }: Priced): ModelPrices | null {
  if (prices !== undefined) return prices
  return inputPrice === null || outputPrice === null ? null : { input: inputPrice, output: outputPrice }
}

/** Returns the rates of a request with this many input tokens, cached ones included. */
export function ratesFor({ tiers = [], ...base }: ModelPrices, inputTokens: number): PriceRates {
  return tiers.findLast(({ above }) => inputTokens > above) ?? base
}
