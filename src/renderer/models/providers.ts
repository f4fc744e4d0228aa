import type { CustomModelConfig } from '#shared/config/config.ts'
import { CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { KNOWN_PROVIDERS } from '#shared/model/known-providers.ts'

/** The fields of a provider beside the key. */
export type PlaceField = 'resource' | 'project' | 'location' | 'address'

/** The address and protocol of a provider. */
export type Place = { readonly baseUrl: string; readonly api: CustomModelConfig['api'] }

/** A provider that can be connected by its name. */
export type ProviderChoice = {
  readonly id: string
  readonly label: string
  /** The page on which a person creates a key; null where there is none. */
  readonly keyPage: string | null
  /** Fields beside the key. */
  readonly fields: readonly PlaceField[]
  readonly needsKey: 'yes' | 'no' | 'maybe'
  /** Null while a field is missing. */
  readonly place: (values: Readonly<Record<PlaceField, string>>, api: Place['api']) => Place | null
}

const KEY_PAGES = {
  anthropic: 'https://console.anthropic.com/settings/keys',
  openai: 'https://platform.openai.com/api-keys',
  google: 'https://aistudio.google.com/apikey',
  openrouter: 'https://openrouter.ai/settings/keys',
  deepseek: 'https://platform.deepseek.com/api_keys',
  groq: 'https://console.groq.com/keys',
  mistral: 'https://console.mistral.ai/api-keys',
  xai: 'https://console.x.ai',
  qwen: 'https://bailian.console.alibabacloud.com',
  cerebras: 'https://cloud.cerebras.ai',
} as const

const BY_NAME = Object.entries(KEY_PAGES).map(([id, keyPage]): ProviderChoice => {
  const { label, baseUrl, api } = KNOWN_PROVIDERS[id as keyof typeof KEY_PAGES]
  return { id, label, keyPage, fields: [], needsKey: 'yes', place: () => ({ baseUrl, api }) }
})

const AZURE: ProviderChoice = {
  id: 'azure',
  label: 'Azure OpenAI',
  keyPage: 'https://ai.azure.com',
  fields: ['resource'],
  needsKey: 'yes',
  place: ({ resource }) =>
    /^[a-z0-9][a-z0-9-]{1,62}$/i.test(resource)
      ? { baseUrl: `https://${resource}.openai.azure.com/openai/v1`, api: 'openai-responses' }
      : null,
}

const VERTEX: ProviderChoice = {
  id: 'vertex',
  label: 'Google Vertex AI',
  keyPage: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  fields: ['project', 'location'],
  needsKey: 'yes',
  place: ({ project, location }) => {
    if (!/^[a-z][a-z0-9:.-]{3,60}$/.test(project) || !/^[a-z0-9-]{2,40}$/.test(location)) return null
    const host = location === 'global' ? '' : `${location}-`
    return {
      baseUrl: `https://${host}aiplatform.googleapis.com/v1/projects/${project}/locations/${location}/publishers/google`,
      api: 'google-generative-ai',
    }
  },
}

const OTHER: ProviderChoice = {
  id: 'other',
  label: '',
  keyPage: null,
  fields: ['address'],
  needsKey: 'maybe',
  place: ({ address }, api) =>
    /^https?:\/\/[^\s/]+/.test(address.trim()) ? { baseUrl: address.trim(), api } : null,
}

/** A typed value without spaces. A whole address that was pasted behind the offered scheme takes its place. */
export function typedValue(text: string): string {
  return text.trim().replace(/^https?:\/\/(?=https?:\/\/)/i, '')
}

/** Every provider that can be connected by name, in the order of the list. */
export const PROVIDERS: readonly ProviderChoice[] = [...BY_NAME, AZURE, VERTEX, OTHER]

/** The name under which the settings list the models of a provider. */
export function settingsNameOf(provider: ProviderChoice, { baseUrl }: Place): string {
  if (provider.id !== 'other') return provider.id
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'other'
  return host.replaceAll(/[^a-z0-9.-]+/gi, '-')
}

/** The name of the secret that holds the key of a provider. */
function secretNameOf(provider: ProviderChoice, place: Place | null): string {
  return place === null ? provider.id : settingsNameOf(provider, place).replaceAll('..', '.')
}

/** The payment of the requests to a provider: by a key, or by a plan that the person signed in to. */
export type Way = 'key' | 'plan'

/** The name of the secret with which a provider is asked. */
export function secretOfWay(way: Way, provider: ProviderChoice, place: Place | null): string {
  return way === 'plan' ? CHATGPT_SECRET : secretNameOf(provider, place)
}

/** The words for a provider; the one for any other server has no name of its own. */
export function labelOf(label: string, other: string): string {
  return label === '' ? other : label
}

/** The words for a provider that the settings name. */
export function providerLabel(id: string): string {
  return PROVIDERS.find((provider) => provider.id === id && provider.label !== '')?.label ?? id
}
