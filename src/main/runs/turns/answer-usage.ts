import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { Usage } from '#shared/session/message.ts'
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
  const prices = pricesOf(model.info)
  return prices === null ? usage : { ...usage, cost: { estimated: priceOf(usage, prices).usd } }
}
