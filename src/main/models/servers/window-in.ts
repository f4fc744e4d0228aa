import type { ModelFacts } from '#shared/model/model.ts'

/** Nothing can be asked of a model with less, and none has more. */
const SMALLEST = 256
const LARGEST = 100_000_000

/**
 * The fields in which servers tell the window of a model, those about the running one first: vLLM, llama.cpp, LM
 * Studio, Groq, OpenRouter and Together, Mistral.
 */
const FIELDS: readonly (readonly string[])[] = [
  ['max_model_len'],
  ['meta', 'n_ctx'],
  ['loaded_context_length'],
  ['context_window'],
  ['top_provider', 'context_length'],
  ['context_length'],
  ['max_context_length'],
]

/** The window a server tells in the entry of a model, or null. */
export function windowIn(entry: unknown): number | null {
  return firstSize(entry, FIELDS)
}

function firstSize(entry: unknown, fields: readonly (readonly string[])[]): number | null {
  for (const path of fields) {
    const size = sizeOf(inside(entry, path))
    if (size !== null) return size
  }
  return null
}

/** The fields in which servers tell the longest answer of a model: OpenRouter, Groq and others. */
const OUTPUT_FIELDS: readonly (readonly string[])[] = [
  ['top_provider', 'max_completion_tokens'],
  ['max_completion_tokens'],
  ['max_output_tokens'],
]

/** Returns the limits and abilities that a server tells in the entry of a model. */
export function factsIn(entry: unknown): ModelFacts {
  const contextWindow = windowIn(entry)
  const maxOutput = firstSize(entry, OUTPUT_FIELDS)
  const inputs = inside(entry, ['architecture', 'input_modalities'])
  const parameters = inside(entry, ['supported_parameters'])
  const mistral = inside(entry, ['capabilities', 'vision'])
  const pictures = Array.isArray(inputs) ? inputs.includes('image') : mistral
  return {
    ...(contextWindow === null ? {} : { contextWindow }),
    ...(maxOutput === null ? {} : { maxOutput }),
    ...(typeof pictures === 'boolean' ? { pictures } : {}),
    ...(Array.isArray(parameters) ? { reasoning: parameters.includes('reasoning') } : {}),
  }
}

/** A number of tokens a window can have, or null for anything else. */
export function sizeOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  return value >= SMALLEST && value <= LARGEST ? value : null
}

/** Returns the value at a path of own keys, or undefined. */
export function inside(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}
