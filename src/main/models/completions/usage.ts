import type { Usage } from '#shared/session/message.ts'
import { isLoose, tokensIn } from '../http/loose.ts'
import { billedIn } from './billed.ts'

/**
 * Reads the usage of an OpenAI-style server, whatever else is in it. `prompt_tokens` includes what came from the
 * cache or was stored in it there, and does not here.
 */
export function usageOf(raw: unknown): Usage | null {
  if (!isLoose(raw)) return null
  const prompt = tokensIn(raw['prompt_tokens']) ?? 0
  const cached =
    tokensIn(inside(raw['prompt_tokens_details'], 'cached_tokens')) ??
    tokensIn(raw['prompt_cache_hit_tokens']) ??
    0
  const stored = tokensIn(inside(raw['prompt_tokens_details'], 'cache_write_tokens')) ?? 0
  const reasoning = tokensIn(inside(raw['completion_tokens_details'], 'reasoning_tokens'))
  return {
    input: Math.max(0, prompt - cached - stored),
    output: outputOf(tokensIn(raw['completion_tokens']) ?? 0, reasoning ?? 0, [prompt, raw['total_tokens']]),
    cacheRead: cached,
    cacheWrite: stored,
    ...(reasoning === null ? {} : { reasoning }),
    ...billedIn(raw),
  }
}

/** xAI leaves reasoning out of `completion_tokens` and counts it in the total (documentation of 2026-11). */
function outputOf(
  completion: number,
  reasoning: number,
  [prompt, total]: readonly [number, unknown],
): number {
  return reasoning > 0 && total === prompt + completion + reasoning ? completion + reasoning : completion
}

function inside(value: unknown, key: string): unknown {
  return isLoose(value) ? value[key] : null
}
