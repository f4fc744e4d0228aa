import type { ModelFacts, ModelInfo } from '#shared/model/model.ts'

type Hint = Pick<ModelInfo, 'contextWindow' | 'maxOutput' | 'reasoning' | 'pictures'>

/** What a model gets of which nothing is known: what nearly all of today take, and room for a chat with tools. */
const UNKNOWN: Hint = { contextWindow: 32_768, maxOutput: 4_096, reasoning: false }

/**
 * Sizes of common models, by the beginning of the name without its publisher. Only a hint for models that were
 * found and not configured: a server may be set to less.
 */
const HINTS: readonly (readonly [prefix: string, hint: Hint])[] = [
  ['gpt-5', { contextWindow: 400_000, maxOutput: 128_000, reasoning: true }],
  ['gpt-4.1', { contextWindow: 1_047_576, maxOutput: 32_768, reasoning: false }],
  ['gpt-4o', { contextWindow: 128_000, maxOutput: 16_384, reasoning: false }],
  ['gpt-oss', { contextWindow: 131_072, maxOutput: 32_768, reasoning: true }],
  ['deepseek-r1', { contextWindow: 131_072, maxOutput: 32_768, reasoning: true }],
  ['deepseek', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['qwen3', { contextWindow: 40_960, maxOutput: 8_192, reasoning: true }],
  ['qwen2.5', { contextWindow: 32_768, maxOutput: 8_192, reasoning: false }],
  ['llama3.', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['llama-3', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['llama-4', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['mistral', { contextWindow: 32_768, maxOutput: 8_192, reasoning: false }],
  ['devstral', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['gemma3', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['gemma-3', { contextWindow: 131_072, maxOutput: 8_192, reasoning: false }],
  ['phi4', { contextWindow: 16_384, maxOutput: 4_096, reasoning: false }],
  ['phi-4', { contextWindow: 16_384, maxOutput: 4_096, reasoning: false }],
]

/** What is probably true of a model, by its name. What its server told counts for more. */
export function hintFor(id: string, { contextWindow, ...told }: ModelFacts = {}): Hint {
  const name = id.slice(id.lastIndexOf('/') + 1).toLowerCase()
  const hint = HINTS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? UNKNOWN
  if (contextWindow === undefined) return { ...hint, ...told }
  return {
    ...hint,
    ...told,
    contextWindow,
    maxOutput: Math.max(1, Math.min(hint.maxOutput, contextWindow >> 2)),
  }
}
