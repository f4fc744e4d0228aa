import { z } from 'zod'
import type { ModelApi, ModelFacts } from '#shared/model/model.ts'
import type { Secret } from '../../lib/secret.ts'
import { ANTHROPIC_VERSION } from '../anthropic/anthropic-version.ts'
import type { HttpAnswer } from '../http/http-answer.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { keyHeaders } from '../http/key-headers.ts'
import { readJson } from '../http/read-json.ts'
import { factsIn } from './window-in.ts'

const MOST_MODELS = 500

/** A server's model facts by model name. */
export type FactsByModel = ReadonlyMap<string, ModelFacts>

/** The result of a model list request. */
export type ModelList =
  | { readonly kind: 'list'; readonly ids: readonly string[]; readonly facts: FactsByModel }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly headers: HttpAnswer['headers']
      readonly body: unknown
    }
  /** Something answered, but not with a list: a web page, another kind of server, too much. */
  | { readonly kind: 'strange'; readonly what: 'html' | 'other' | 'huge' }

const GoogleListBody = z.object({ models: z.array(z.unknown()) })
const GoogleListed = z.object({
  name: z.string(),
  inputTokenLimit: z.number().optional(),
  outputTokenLimit: z.number().optional(),
  thinking: z.boolean().optional(),
  supportedGenerationMethods: z.array(z.string()).optional(),
})
/** The list of models that a ChatGPT plan pays for (OpenAI's *Models and inference*, 2026-11). */
const PlanListed = z.object({
  slug: z.string(),
  visibility: z.string(),
  context_window: z.number().optional(),
})
const ListBody = z.object({ data: z.array(z.unknown()) })
const Listed = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    // No marks that hide letters or turn them round either: people choose by what they see.
    .regex(/^[^\p{Cc}\p{Cf}\s]+$/u),
})

/** A server whose models are listed. */
export type ListedServer = {
  readonly api: ModelApi
  readonly baseUrl: string
  readonly key: Secret | null
}

/** Asks a server for its models. It throws what `fetch` throws, and trusts nothing it reads. */
export async function fetchModelList(
  fetch: Fetch,
  { api, baseUrl, key }: ListedServer,
  signal: AbortSignal,
): Promise<ModelList> {
  const way = key === null ? {} : keyHeaders(api, key, baseUrl)
  const version = api === 'anthropic-messages' ? { 'anthropic-version': ANTHROPIC_VERSION } : {}
  const headers = { accept: 'application/json', ...version, ...way }
  const response = await fetch(listAddress(api, baseUrl), { headers, signal, redirect: 'manual' })
  const { text, body } = await readJson(response)
  if (!response.ok) return { kind: 'refused', status: response.status, headers: response.headers, body }
  if (text === null) return { kind: 'strange', what: 'huge' }
  const list = ListBody.safeParse(body)
  if (list.success) return { kind: 'list', ...modelsIn(list.data.data) }
  const google = GoogleListBody.safeParse(body)
  if (google.success) return { kind: 'list', ...modelsIn(google.data.models.flatMap(namedEntry)) }
  return { kind: 'strange', what: /^\s*</.test(text) ? 'html' : 'other' }
}

function modelsIn(data: readonly unknown[]) {
  const ids = new Set<string>()
  const facts = new Map<string, ModelFacts>()
  for (const item of data) {
    const listed = Listed.safeParse(item)
    if (!listed.success) continue
    const { id } = listed.data
    ids.add(id)
    const told = factsIn(item)
    if (Object.keys(told).length > 0) facts.set(id, told)
    if (ids.size === MOST_MODELS) break
  }
  return { ids: [...ids], facts }
}

/** The largest page a provider of the protocol gives. */
function listAddress(api: ModelApi, baseUrl: string): string {
  const root = baseUrl.replace(/\/+$/, '')
  if (api === 'anthropic-messages') return `${root.replace(/\/v1$/, '')}/v1/models?limit=${MOST_MODELS}`
  return api === 'google-generative-ai' ? `${root}/models?pageSize=${MOST_MODELS}` : `${root}/models`
}

function namedEntry(entry: unknown): object[] {
  const plan = PlanListed.safeParse(entry)
  if (!plan.success) return googleEntry(entry)
  const { slug, visibility, context_window } = plan.data
  return visibility === 'list' ? [{ id: slug, context_window }] : []
}

/** Writes an entry of Google's list with the fields of the other lists. Models that make no text are left out. */
function googleEntry(entry: unknown): object[] {
  const listed = GoogleListed.safeParse(entry)
  if (!listed.success) return []
  const { name, inputTokenLimit, outputTokenLimit, thinking, supportedGenerationMethods } = listed.data
  if (supportedGenerationMethods?.includes('generateContent') === false) return []
  const id = name.slice(name.lastIndexOf('/') + 1)
  const thinks = thinking === undefined ? {} : { supported_parameters: thinking ? ['reasoning'] : [] }
  return [{ id, context_window: inputTokenLimit, max_output_tokens: outputTokenLimit, ...thinks }]
}
