import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { Usage } from '#shared/session/message.ts'
import type { ModelChunk } from '../model.ts'

/**
 * Adds the cost of one request to its usage: the amount that the provider reports, or else an estimate by the prices of
 * the model. Without either the usage keeps no cost, which means that its price is unknown.
 */
export function pricedUsage(
  usage: Usage,
  info: Pick<ModelInfo, 'inputPrice' | 'outputPrice' | 'prices'>,
): Usage {
  const prices = pricesOf(info)
  const price = prices === null ? null : priceOf(usage, prices)
  const saved = price === null || price.saved === 0 ? {} : { saved: price.saved }
  const billed = usage.cost?.billed
  if (billed !== undefined) return { ...usage, cost: { billed, ...saved } }
  return price === null ? usage : { ...usage, cost: { estimated: price.usd, ...saved } }
}

/** Prices the last chunk of an answer. */
export function priceEnd(out: ModelChunk[], info: ModelInfo): void {
  const last = out.at(-1)
  if (last?.t === 'end') out[out.length - 1] = { ...last, usage: pricedUsage(last.usage, info) }
}
