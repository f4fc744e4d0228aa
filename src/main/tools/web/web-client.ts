import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../lib/errno.ts'
import { CLOSED_ADDRESS, type PrivateHosts, plainHost, refuseClosed } from './guarded-lookup.ts'

/** An answer of a web server, as far as tools read it. */
export type WebAnswer = {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: (AsyncIterable<Uint8Array> & { readonly cancel: () => Promise<void> }) | null
}

export type WebQuestion = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** Sends one request without following redirects. */
export type WebRequest = (address: URL, question: WebQuestion) => Promise<WebAnswer>

/** A document with its final address, or a redirect to another host. */
export type WebDocument =
  | {
      readonly kind: 'document'
      readonly url: URL
      readonly status: number
      readonly type: string
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'elsewhere'; readonly to: URL }

const MOST_BYTES = 5 * 1024 * 1024
const MOST_REDIRECTS = 5
const LIMIT_MS = 30_000
const AGENT = 'Mozilla/5.0 (compatible; Orrery)'

/** Reads a document. Follows redirects within the host; reports one to another host. */
export async function readDocument(
  request: WebRequest,
  start: URL,
  allowed: PrivateHosts,
  signal: AbortSignal,
): Promise<WebDocument> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  let url = start
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    refuseClosed(url, allowed())
    const answer = await sent(request, url, { headers: HEADERS, signal: within }, signal)
    const to = redirectOf(answer, url)
    if (to === null) {
      const type = answer.headers.get('content-type') ?? ''
      const bytes = await bytesOf(answer, MOST_BYTES, { url, within, stop: signal })
      return { kind: 'document', url, status: answer.status, type, bytes }
    }
    await answer.body?.cancel()
    if (!/^https?:$/.test(to.protocol)) throw failed(`${url.host} redirects to ${to.protocol} addresses.`)
    if (plainHost(to.hostname) !== plainHost(start.hostname)) return { kind: 'elsewhere', to }
    if (url.protocol === 'https:' && to.protocol === 'http:') {
      throw failed(`${url.host} redirects from https to http.`)
    }
    url = to
  }
  throw failed(`${start.host} redirects too often.`)
}

const HEADERS = {
  'user-agent': AGENT,
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5',
  'accept-encoding': 'identity',
}

/** Sends a request and words its failure for the model. */
export async function sent(
  request: WebRequest,
  url: URL,
  question: WebQuestion,
  stop: AbortSignal,
): Promise<WebAnswer> {
  try {
    return await request(url, question)
  } catch (error) {
    stop.throwIfAborted()
    if (question.signal?.aborted === true) throw failed(`${url.host} did not answer in time.`)
    throw failed(reasonOf(url, error))
  }
}

type Reading = {
  readonly url: URL
  /** Ends the request with its limit, and when the call is stopped. */
  readonly within: AbortSignal
  /** Ends the call. */
  readonly stop: AbortSignal
}

/** Reads the bytes of an answer up to a limit. Throws when there are more, and when they do not come in time. */
export async function bytesOf(
  { body }: WebAnswer,
  most: number,
  { url, within, stop }: Reading,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    if (body !== null) {
      for await (const piece of body) {
        size += piece.byteLength
        if (size > most) throw failed(`The answer is larger than ${Math.round(most / 1024 / 1024)} MB.`)
        pieces.push(piece)
      }
    }
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof AppError) throw error
    if (within.aborted) throw failed(`${url.host} did not send its answer in time.`)
    throw failed(reasonOf(url, error))
  }
  return Buffer.concat(pieces)
}

/** The type of an answer as far as it is one: what else a server puts there is no word for the model. */
export function mediaTypeOf(type: string): string {
  const kind = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(kind) ? kind : ''
}

/** Decodes a text by the charset of its type. */
export function decoded(bytes: Uint8Array, type: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? charsetInPage(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function charsetInPage(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ?? null
}

function redirectOf({ status, headers }: WebAnswer, from: URL): URL | null {
  const to = headers.get('location')
  if (status < 300 || status > 399 || to === null) return null
  if (!URL.canParse(to, from.href)) throw failed(`${from.host} redirects to an address that cannot be read.`)
  return new URL(to, from.href)
}

function reasonOf({ host }: URL, error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isErrno(each, CLOSED_ADDRESS)) return each.message
  }
  return `${host} could not be reached: ${error instanceof Error ? error.message : String(error)}`
}

function failed(message: string): AppError {
  return AppError.forAgent('tool.failed', message)
}
