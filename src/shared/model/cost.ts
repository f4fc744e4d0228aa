import type { ModelRef } from '../ids.ts'
import type { RunRecord } from '../run/run.ts'
import type { Usage } from '../session/message.ts'
import { addUsage } from '../session/usage.ts'
import type { ModelInfo } from './model.ts'

type Prices = Pick<ModelInfo, 'inputPrice' | 'outputPrice'>

/** US dollars for what was used, or null where a price is not known. Cached input counts like fresh input. */
export function costOf(usage: Usage, { inputPrice, outputPrice }: Prices): number | null {
  if (inputPrice === null || outputPrice === null) return null
  const input = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
  return (input * inputPrice + usage.output * outputPrice) / 1_000_000
}

/** US dollars for a run and what worked under it; each answer at the price of who gave it. */
export function costOfRun(
  run: Pick<RunRecord, 'model' | 'usage' | 'usageOfOthers' | 'childrenUsage'>,
  pricesOf: (model: ModelRef) => Prices | null,
): number | null {
  const others = Object.entries(run.usageOfOthers ?? {})
  const own = others.reduce((left, [, usage]) => less(left, usage), addUsage(run.usage, run.childrenUsage))
  let dollars = 0
  for (const [model, usage] of [[run.model, own] as const, ...others]) {
    const prices = pricesOf(model)
    const cost = isNothing(usage) ? 0 : prices === null ? null : costOf(usage, prices)
    if (cost === null) return null
    dollars += cost
  }
  return dollars
}

function less(whole: Usage, part: Usage): Usage {
  return {
    input: whole.input - part.input,
    output: whole.output - part.output,
    cacheRead: (whole.cacheRead ?? 0) - (part.cacheRead ?? 0),
    cacheWrite: (whole.cacheWrite ?? 0) - (part.cacheWrite ?? 0),
  }
}

function isNothing({ input, output, cacheRead = 0, cacheWrite = 0 }: Usage): boolean {
  return input + output + cacheRead + cacheWrite === 0
}
