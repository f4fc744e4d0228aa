import type { HttpAnswer } from '../http/http-answer.ts'
import { readJson } from '../http/read-json.ts'

/** A refusal in HTTP terms, wherever it was read. */
export type Refusal = {
  /** `null` when the server reported the error inside a stream. */
  readonly status: number | null
  readonly headers?: HttpAnswer['headers'] | undefined
  /** The server's own words, or an empty text. */
  readonly words: string
  /** The server's own code or type of error, or an empty text. */
  readonly kind?: string
}

/** An error that a server reports inside an answer that began with HTTP 200. */
export class RefusedInside extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.words)
    this.refusal = refusal
  }
}

/** Reads what a server says when it refuses a request. */
export async function refusalIn(response: HttpAnswer): Promise<Refusal> {
  const { text, body } = await readJson(response)
  const said = body ?? text
  return refusalOf({ status: response.status, headers: response.headers, body: said })
}

/** The refusal that a body tells of, in any of the shapes servers use. */
export function refusalOf({
  body,
  ...how
}: Pick<Refusal, 'status' | 'headers'> & { body: unknown }): Refusal {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
  return {
    ...how,
    words: [wordsOf(body), wordsBehind(inner)].filter((text) => text !== '').join(' '),
    kind: kindOf(inner),
  }
}

/** Returns the HTTP status of an error, also from inside an answer: `{"error":{"code":429}}`. */
export function statusOf({ status, kind = '' }: Refusal): number | null {
  if (status !== null && status >= 300) return status
  if (/^[45]\d\d$/.test(kind)) return Number(kind)
  if (/rate_limit/i.test(kind)) return 429
  if (/overloaded/i.test(kind)) return 529
  return /^invalid_request|^bad_?request/i.test(kind) ? 400 : null
}

/** Routers quote the server behind them: OpenRouter in `metadata.raw`. */
function wordsBehind(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('metadata' in error)) return ''
  const { metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('raw' in metadata)) return ''
  return wordsOf(metadata.raw)
}

function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (Array.isArray(body)) return wordsOf(body[0])
  if (typeof body !== 'object' || body === null) return ''
  for (const key of ['message', 'error', 'detail', 'msg']) {
    const words = wordsOf((body as Record<string, unknown>)[key])
    if (words !== '') return words
  }
  return ''
}

function kindOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { code, type } = body as { code?: unknown; type?: unknown }
  if (typeof code === 'string' || typeof code === 'number') return String(code)
  return typeof type === 'string' ? type : ''
}
