/** The providers that a model can be configured of by name alone. */
export const PROVIDER_NAMES = [
  'openai',
  'deepseek',
  'groq',
  'cerebras',
  'qwen',
  'mistral',
  'openrouter',
] as const
type ProviderName = (typeof PROVIDER_NAMES)[number]

type Provider = { readonly label: string; readonly baseUrl: string }

/** Where well-known providers answer, for `type = "builtin"` in the configuration. */
export const KNOWN_PROVIDERS = {
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  deepseek: { label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1' },
  groq: { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
  cerebras: { label: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1' },
  qwen: { label: 'Qwen', baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  mistral: { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1' },
  openrouter: { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
} as const satisfies Readonly<Record<ProviderName, Provider>>

/** The provider of the Practice model, which needs no address. */
export const PRACTICE_PROVIDER = 'orrery'

/** The id of the one model that provider has. */
export const PRACTICE_ID = 'practice'
