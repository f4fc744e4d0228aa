import { z } from 'zod'

const Dollars = z.number().nonnegative()

/** US dollars for a million tokens of each class. A class without a price of its own costs what `input` does. */
export const PriceRates = z.strictObject({
  /** Input that no cache held. */
  input: Dollars,
  /** Output, with the tokens of reasoning. */
  output: Dollars,
  cacheRead: z.exactOptional(Dollars),
  /** Writes to a cache that lives minutes. */
  cacheWrite: z.exactOptional(Dollars),
  /** Writes to a cache that lives an hour. */
  cacheWriteHour: z.exactOptional(Dollars),
})
export type PriceRates = z.infer<typeof PriceRates>

/** The prices of a model. */
export const ModelPrices = z.strictObject({
  ...PriceRates.shape,
  /** Rates of a whole request with more than `above` input tokens, cached ones included; the lowest first. */
  tiers: z.exactOptional(
    z.array(z.strictObject({ above: z.number().int().positive(), ...PriceRates.shape })).readonly(),
  ),
})
export type ModelPrices = z.infer<typeof ModelPrices>

/** Where the prices of a model are kept. */
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
