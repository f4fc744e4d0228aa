import type { ModelFacts, ModelInfo } from './model.ts'

type Hint = Pick<ModelInfo, 'contextWindow' | 'maxOutput' | 'reasoning' | 'pictures' | 'isOutputGuessed'>

/** Limits of a model family. `output` is missing where the vendor publishes none. */
type Family = {
  readonly window: number
  readonly output?: number
  readonly reasoning?: boolean
  readonly pictures?: true
}

/** Limits of a model of no known family: the window that nearly all models of today take. */
const UNKNOWN: Family = { window: 32_768 }

/**
 * Limits of model families by the name without its publisher, checked in November 2026. The first match counts.
 * A server may serve a model with less, so the answer of a server replaces these.
 */
const FAMILIES: readonly (readonly [name: RegExp, family: Family])[] = [
  [/^claude-(?:3|haiku-3)/, { window: 200_000, output: 8_192, pictures: true }],
  [/^claude-opus-4(?:[-.]?[01])?(?:$|[-:@]2|:)/, thinking(200_000, 32_000)],
  [/^claude-(?:opus|sonnet)-(?:4[-.][6-9]|[5-9])|^claude-fable/, thinking(1_000_000, 64_000)],
  [/^claude/, thinking(200_000, 64_000)],
  [/^gemini-(?:1|2\.0|2-)/, { window: 1_048_576, output: 8_192, pictures: true }],
  [/^gemini/, thinking(1_048_576, 65_536)],
  [/^kimi-k2(?:$|-0711|-instruct$)/, { window: 131_072, output: 16_384 }],
  [/^kimi-k2-(?:0905|instruct-0905|turbo)/, { window: 262_144, output: 16_384 }],
  [/^kimi/, { window: 262_144, output: 32_768, reasoning: true }],
  [/^glm-4\.5v/, { window: 65_536, output: 16_384, reasoning: true, pictures: true }],
  [/^glm-4\.5/, { window: 131_072, output: 65_536, reasoning: true }],
  [/^glm-(?:4\.[6-9]|[5-9])/, { window: 200_000, output: 65_536, reasoning: true }],
  [/^glm-4/, { window: 131_072, output: 4_096 }],
  [/^minimax-m1/, { window: 1_000_000, output: 40_000, reasoning: true }],
  [/^minimax/, { window: 196_608, output: 65_536, reasoning: true }],
  [/^grok-4(?:-1|\.1)?-fast/, { window: 2_000_000, output: 30_000, reasoning: true, pictures: true }],
  [/^grok-code/, { window: 256_000, output: 10_000, reasoning: true }],
  [/^grok-[1-3]/, { window: 131_072 }],
  [/^grok/, { window: 256_000, reasoning: true, pictures: true }],
  [/^o1-(?:mini|preview)/, { window: 128_000, output: 32_768, reasoning: true }],
  [/^o[134](?:$|[-:])/, { window: 200_000, output: 100_000, reasoning: true }],
  [/^gpt-5[.\d]*-chat/, { window: 128_000, output: 16_384, pictures: true }],
  [/^gpt-[5-9]/, { window: 400_000, output: 128_000, reasoning: true }],
  [/^gpt-4\.1/, { window: 1_047_576, output: 32_768 }],
  [/^gpt-4o/, { window: 128_000, output: 16_384 }],
  [/^gpt-4-turbo/, { window: 128_000, output: 4_096 }],
  [/^gpt-oss/, { window: 131_072, output: 32_768, reasoning: true }],
  [/^deepseek-(?:v[4-9]|flash)/, { window: 1_000_000, output: 65_536, reasoning: true }],
  [/^deepseek-(?:r1|reasoner)/, { window: 131_072, output: 32_768, reasoning: true }],
  [/^deepseek/, { window: 131_072, output: 8_192 }],
  [/^qwen3-?coder/, { window: 262_144, output: 65_536 }],
  [/^qwen3-(?:next|max)|^qwen3-.*2507/, { window: 262_144, output: 32_768 }],
  [/^qwen3/, { window: 40_960, output: 8_192, reasoning: true }],
  [/^qwen2\.5/, { window: 32_768, output: 8_192 }],
  [/^llama-?4/, { window: 131_072, output: 8_192, pictures: true }],
  [/^llama-?3/, { window: 131_072, output: 8_192 }],
  [/^codestral/, { window: 256_000, output: 16_384 }],
  [/^(?:mistral-(?:large|medium|nemo)|ministral|pixtral)/, { window: 131_072, output: 16_384 }],
  [/^(?:devstral|mistral-small3\.[1-9]|mistral-small-[23])/, { window: 131_072, output: 8_192 }],
  [/^magistral/, { window: 40_960, output: 16_384, reasoning: true }],
  [/^mistral/, { window: 32_768, output: 8_192 }],
  [/^gemma-?3n/, { window: 32_768, output: 8_192 }],
  [/^gemma-?[34]/, { window: 131_072, output: 8_192 }],
  [/^phi-?4/, { window: 16_384, output: 4_096 }],
]

function thinking(window: number, output: number): Family {
  return { window, output, reasoning: true, pictures: true }
}

/** The least and the most kept free for an answer of unknown length. */
const [LEAST_GUESS, MOST_GUESS] = [4_096, 32_768]

/** Returns the probable limits of a model by its name. Facts from its server replace them. */
export function hintFor(id: string, told: ModelFacts = {}): Hint {
  const family = familyOf(id) ?? UNKNOWN
  const { contextWindow = family.window, reasoning = family.reasoning ?? false } = told
  const pictures = told.pictures ?? family.pictures
  return {
    contextWindow,
    ...outputOf(family, told, contextWindow),
    reasoning,
    ...(pictures === undefined ? {} : { pictures }),
  }
}

/** Whether a model belongs to a family whose limits are known. */
export function isOfKnownFamily(id: string): boolean {
  return familyOf(id) !== null
}

/** The family of a model by its name without its publisher. */
function familyOf(id: string): Family | null {
  const name = id.slice(id.lastIndexOf('/') + 1).toLowerCase()
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** The output limit. A guess only says how much of the window stays free for the answer. */
function outputOf(family: Family, told: ModelFacts, window: number) {
  if (told.maxOutput !== undefined) return { maxOutput: Math.min(told.maxOutput, window) }
  const quarter = Math.max(1, window >> 2)
  if (family.output !== undefined) {
    return { maxOutput: told.contextWindow === undefined ? family.output : Math.min(family.output, quarter) }
  }
  const guess = Math.min(MOST_GUESS, Math.max(Math.min(LEAST_GUESS, quarter), window >> 3))
  return { maxOutput: guess, isOutputGuessed: true as const }
}
