// Facts for the model catalogue that its source lacks, read in provider documentation in November 2026.

/** Announced shutdown dates. Google: deprecations page of the Gemini API. */
export const END_OF_LIFE = new Map([
  ['google/gemini-2.5-pro', '2026-12-01'],
  ['google/gemini-2.5-flash', '2026-12-01'],
  ['google/gemini-3.1-flash-lite', '2027-05-07'],
])

/** Anthropic charges twice the input price for cache entries that live an hour. */
export const HOUR_WRITE_FACTOR = 2

/** Providers whose picture models also read PDFs. */
export const PDF_PROVIDERS = new Set(['anthropic', 'openai', 'google', 'azure', 'vertex'])

/** The suggested small, medium and large model of each provider. */
export const ROLES = {
  anthropic: { small: 'claude-haiku-5-5', medium: 'claude-sonnet-5-5', large: 'claude-opus-5-5' },
  openai: { small: 'gpt-6-luna', medium: 'gpt-6.1-terra', large: 'gpt-6.1-sol' },
  azure: { small: 'gpt-6-luna', medium: 'gpt-6.1-terra', large: 'gpt-6.1-sol' },
  google: { small: 'gemini-3.5-flash-lite', medium: 'gemini-3.8-flash', large: 'gemini-4-argon' },
  vertex: { small: 'gemini-3.5-flash-lite', medium: 'gemini-3.8-flash', large: 'gemini-4-argon' },
  openrouter: {
    small: 'google/gemini-3.5-flash-lite',
    medium: 'anthropic/claude-sonnet-5.5',
    large: 'anthropic/claude-opus-5.5',
  },
  deepseek: { small: 'deepseek-flash', medium: 'deepseek-flash', large: 'deepseek-v4-pro' },
  groq: { small: 'openai/gpt-oss-20b', medium: 'openai/gpt-oss-120b', large: 'openai/gpt-oss-120b' },
  mistral: { small: 'mistral-small-latest', medium: 'mistral-medium-latest', large: 'mistral-large-4' },
  xai: { small: 'grok-4.3', medium: 'grok-4.6', large: 'grok-4.7' },
  qwen: { small: 'qwen3.6-flash', medium: 'qwen3.7-plus', large: 'qwen3.7-max' },
  cerebras: { small: 'gpt-oss-120b', medium: 'gpt-oss-120b', large: 'qwen-3.8-27b' },
}

/** Models of Qwen Cloud, whose prices depend on the region; the source lists no price for them. */
export const OWN_MODELS = [
  ...[qwen('qwen3.6-flash', 65_536), qwen('qwen3.6-plus', 65_536), qwen('qwen3.7-max', 131_072)],
  ...[qwen('qwen3.7-plus', 65_536)],
]

/** @param {string} id @param {number} output */
function qwen(id, output) {
  return {
    provider: 'qwen',
    id,
    label: id,
    family: 'qwen',
    window: 1_000_000,
    output,
    efforts: ['off', 'high'],
  }
}
