import { z } from 'zod'
import type { ModelFacts } from '#shared/model/model.ts'
import type { Secret } from '../lib/secret.ts'
import type { HttpAnswer } from './http-answer.ts'
import type { Fetch } from './http-fetch.ts'
import { readJson } from './read-json.ts'
import { factsIn } from './window-in.ts'

const MOST_MODELS = 500

/** What a server told of its models, by their names. */
export type FactsByModel = ReadonlyMap<string, ModelFacts>

/** What came back when a server was asked for its models. */
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

const ListBody = z.object({ data: z.array(z.unknown()) })
const Listed = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\s]+$/u),
})

/** Asks an OpenAI-compatible server for its models. It throws what `fetch` throws, and trusts nothing it reads. */
export async function fetchModelList(
  fetch: Fetch,
  baseUrl: string,
  secret: Secret | null,
  signal: AbortSignal,
): Promise<ModelList> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (secret !== null) headers['authorization'] = `Bearer ${secret.reveal().trim()}`
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
    headers,
    signal,
    redirect: 'manual',
  })
  const { text, body } = await readJson(response)
  if (!response.ok) return { kind: 'refused', status: response.status, headers: response.headers, body }
  if (text === null) return { kind: 'strange', what: 'huge' }
  const list = ListBody.safeParse(body)
  if (list.success) return { kind: 'list', ...modelsIn(list.data.data) }
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
