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
