import type { ModelApi } from './model.ts'

/** The providers that a model can be configured of by name alone. */
export const PROVIDER_NAMES = [
  'anthropic',
  'openai',
  'google',
  'deepseek',
  'groq',
  'cerebras',
  'qwen',
  'mistral',
  'openrouter',
  'xai',
] as const
type ProviderName = (typeof PROVIDER_NAMES)[number]

type Provider = { readonly label: string; readonly baseUrl: string; readonly api: ProviderApi }

/** The wire protocols of servers. */
type ProviderApi = Exclude<ModelApi, 'builtin'>

/** Endpoints of well-known providers, for `type = "builtin"` in the configuration. */
export const KNOWN_PROVIDERS = {
  anthropic: { label: 'Anthropic', baseUrl: 'https://api.anthropic.com', api: 'anthropic-messages' },
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', api: 'openai-responses' },
  google: {
    label: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    api: 'google-generative-ai',
  },
  deepseek: { label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', api: 'openai-completions' },
  groq: { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', api: 'openai-completions' },
  cerebras: { label: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1', api: 'openai-completions' },
  qwen: {
    label: 'Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    api: 'openai-completions',
  },
  mistral: { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', api: 'openai-completions' },
  openrouter: { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', api: 'openai-completions' },
  xai: { label: 'xAI', baseUrl: 'https://api.x.ai/v1', api: 'openai-completions' },
} as const satisfies Readonly<Record<ProviderName, Provider>>

/** Returns the catalogue's name of the provider behind a base URL; null for any other server. */
export function catalogueProviderAt(baseUrl: string): string | null {
  const host = hostOf(baseUrl)
  if (/\.azure\.(?:com|us|cn)$/.test(host)) return 'azure'
  if (/(?:^|[-.])aiplatform\.googleapis\.com$/.test(host)) return 'vertex'
  return providerAt(baseUrl)
}

/** Returns the known provider at a base URL; null for any other server. */
export function providerAt(baseUrl: string): ProviderName | null {
  const host = hostOf(baseUrl)
  return PROVIDER_NAMES.find((name) => hostOf(KNOWN_PROVIDERS[name].baseUrl) === host) ?? null
}

/** The name of the server in an address, without user and port. */
function hostOf(url: string): string {
  return (/^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? '').toLowerCase()
}

/** The providers that give a key to an app after a sign-in in the browser. */
export const KEY_PROVIDERS = ['openrouter'] as const

/** The providers whose sign-in lets an app use a plan, until a sign-out. */
export const PLAN_PROVIDERS = ['openai'] as const

/** The providers at which a person signs in. */
export const SIGN_IN_PROVIDERS = [...KEY_PROVIDERS, ...PLAN_PROVIDERS] as const

/** The provider of the Practice model, which needs no address. */
export const PRACTICE_PROVIDER = 'orrery'

/** The id of the one model that provider has. */
export const PRACTICE_ID = 'practice'
