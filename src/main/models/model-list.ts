import { z } from 'zod'
import type { Secret } from '../lib/secret.ts'
import type { Fetch } from './http-fetch.ts'

/** Far more than any real list, far less than would hurt. */
const LIST_BYTES = 2 * 1024 * 1024
const MOST_MODELS = 500

/** What came back when a server was asked for its models. */
export type ModelList =
  | { readonly kind: 'list'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: Headers; readonly body: unknown }
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
  const text = await readCapped(response)
  const body = text === null ? null : parsed(text)
  if (!response.ok) return { kind: 'refused', status: response.status, headers: response.headers, body }
  if (text === null) return { kind: 'strange', what: 'huge' }
  const list = ListBody.safeParse(body)
  if (list.success) return { kind: 'list', ids: idsOf(list.data.data) }
  return { kind: 'strange', what: /^\s*</.test(text) ? 'html' : 'other' }
}

function idsOf(data: readonly unknown[]): string[] {
  const ids = new Set<string>()
  for (const item of data) {
    const listed = Listed.safeParse(item)
    if (listed.success) ids.add(listed.data.id)
    if (ids.size === MOST_MODELS) break
  }
  return [...ids]
}

async function readCapped(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    // Leaving the loop lets go of the connection.
    if (bytes > LIST_BYTES) return null
    text += decoder.decode(piece, { stream: true })
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Other people's servers answer with anything; what is not JSON is judged by its text.
    return null
  }
}
