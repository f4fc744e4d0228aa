import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage } from '#shared/session/usage.ts'
import { estimateTokens } from '../../context/budget/count-tokens.ts'
import type { Answer } from './answer.ts'

type Asked = {
  readonly model: { readonly info: ModelInfo }
  /** The tokens estimated for the request; null where that is not known. */
  readonly estimated?: () => number | null
}

/**
 * Returns the usage of an answer as its server counted it. Servers bill a cut answer and never count it, so its tokens
 * and their cost are estimated. An answer of which nothing came has no usage.
 */
export function usageOf({ model, estimated }: Asked, answer: Answer): Usage {
  if (answer.isWhole() || answer.isEmpty()) return answer.usage()
  const words = answer
    .parts()
    .partial.map((part) => (part.t === 'file' || part.t === 'tool_call' ? '' : part.text))
  const calls = answer.calls().map(({ name, text }) => `${name} ${text}`)
  const usage = { input: estimated?.() ?? 0, output: estimateTokens([...words, ...calls].join('\n')) }
  return estimatedCost(usage, model.info)
}

/**
 * Adds what failed answers of a turn have used. Of an answer that was cut the count of its server replaces the estimate,
 * except for words that the server had not counted yet.
 */
export function withFailed(
  usage: Usage,
  failed: Usage | null,
  { model, answer }: Pick<Asked, 'model'> & { readonly answer: Pick<Answer, 'isWhole'> },
): Usage {
  if (failed === null) return usage
  if (answer.isWhole()) return addUsage(usage, failed)
  const uncounted = Math.max(0, usage.output - failed.output)
  return uncounted === 0
    ? failed
    : addUsage(failed, estimatedCost({ input: 0, output: uncounted }, model.info))
}

/** Adds what a miss of the cache cost, which is a part of the amount. */
export function withLoss(usage: Usage, lost: number): Usage {
  return lost === 0 || usage.cost === undefined ? usage : { ...usage, cost: { ...usage.cost, lost } }
}

function estimatedCost(usage: Usage, info: ModelInfo): Usage {
  const prices = pricesOf(info)
  return prices === null ? usage : { ...usage, cost: { estimated: priceOf(usage, prices).usd } }
}
