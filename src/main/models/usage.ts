import type { Usage } from '#shared/session/message.ts'
import { tokensIn } from './loose.ts'

/**
 * Reads the usage of an OpenAI-style server, whatever else is in it. `prompt_tokens` includes what came from the
 * cache there, and does not here.
 */
export function usageOf(raw: unknown): Usage | null {
  if (typeof raw !== 'object' || raw === null) return null
  const usage = raw as Record<string, unknown>
  const cached =
    tokensIn(inside(usage['prompt_tokens_details'], 'cached_tokens')) ??
    tokensIn(usage['prompt_cache_hit_tokens']) ??
    0
  const reasoning = tokensIn(inside(usage['completion_tokens_details'], 'reasoning_tokens'))
  return {
    input: Math.max(0, (tokensIn(usage['prompt_tokens']) ?? 0) - cached),
    output: tokensIn(usage['completion_tokens']) ?? 0,
    cacheRead: cached,
    cacheWrite: 0,
    ...(reasoning === null ? {} : { reasoning }),
  }
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null
}
