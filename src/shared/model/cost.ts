import type { ModelRef } from '../ids.ts'
import type { RunRecord } from '../run/run.ts'
import type { Usage } from '../session/message.ts'
import { addTokens, addUsage, lessTokens, NO_USAGE, tokensOf, unpricedOf } from '../session/usage.ts'
import type { ModelInfo } from './model.ts'
import { priceOf, pricesOf } from './price-of.ts'

export type Priced = Pick<ModelInfo, 'inputPrice' | 'outputPrice' | 'prices'>

/**
 * US dollars for what was used: as recorded with each request, and by the prices of now for requests that had none. Null
 * where a price is not known.
 */
export function costOf(usage: Usage, model: Priced | null): number | null {
  const unpriced = unpricedOf(usage)
  const { billed = 0, estimated = 0 } = usage.cost ?? {}
  if (tokensOf(unpriced) === 0) return billed + estimated
  const prices = model === null ? null : pricesOf(model)
  return prices === null ? null : billed + estimated + priceOf(unpriced, prices).usd
}

/** Returns the cost in US dollars of a run and its subagents, each answer at the price of its model. */
export function costOfRun(
  run: Pick<RunRecord, 'model' | 'usage' | 'usageOfOthers' | 'childrenUsage'>,
  modelOf: (model: ModelRef) => Priced | null,
): number | null {
  const whole = addUsage(run.usage, run.childrenUsage)
  const others = Object.entries(run.usageOfOthers ?? {}).map(
    ([model, usage]) => [model, unpricedOf(usage)] as const,
  )
  const ofOthers = others.reduce((sum, [, tokens]) => addTokens(sum, tokens), NO_USAGE)
  const own = lessTokens(unpricedOf(whole), ofOthers)
  const { billed = 0, estimated = 0 } = whole.cost ?? {}
  let dollars = billed + estimated
  for (const [model, tokens] of [[run.model, own] as const, ...others]) {
    const cost = costOf(tokens, modelOf(model))
    if (cost === null) return null
    dollars += cost
  }
  return dollars
}
