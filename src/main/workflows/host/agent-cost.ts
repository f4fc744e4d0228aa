import type { ModelInfo } from '#shared/model/model.ts'
import type { Usage } from '#shared/session/message.ts'

/** US dollars for what was used, or null where a price is not known. Cached input counts like fresh input. */
export function costOf(usage: Usage, { inputPrice, outputPrice }: ModelInfo): number | null {
  if (inputPrice === null || outputPrice === null) return null
  const input = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
  return (input * inputPrice + usage.output * outputPrice) / 1_000_000
}
