import type { Usage } from '#shared/session/message.ts'

/**
 * Reads the usage of an OpenAI-style server, whatever else is in it. `prompt_tokens` includes what came from the
 * cache there, and does not here.
 */
export function usageOf(raw: unknown): Usage | null {
  if (typeof raw !== 'object' || raw === null) return null
  const usage = raw as Record<string, unknown>
  const cached =
    count(inside(usage['prompt_tokens_details'], 'cached_tokens')) ??
    count(usage['prompt_cache_hit_tokens']) ??
    0
  const reasoning = count(inside(usage['completion_tokens_details'], 'reasoning_tokens'))
  return {
    input: Math.max(0, (count(usage['prompt_tokens']) ?? 0) - cached),
    output: count(usage['completion_tokens']) ?? 0,
    cacheRead: cached,
    cacheWrite: 0,
    ...(reasoning === null ? {} : { reasoning }),
  }
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
