import type { FetchLike } from '@modelcontextprotocol/client'
import { systemClock } from '../../../lib/clock.ts'
import type { HttpAnswer } from '../../../models/http/http-answer.ts'
import { createHttpFetch } from '../../../models/http/http-fetch.ts'
import { createTrustedRoots } from '../../../models/http/trusted-roots.ts'

type Deps = {
  readonly proxyFor: (url: URL) => Promise<URL | null>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The longest wait for a connection, in milliseconds. */
const CONNECT_MS = 10_000

/** The headers of answers that the protocol, its transports and its sign-in read. */
const READ_HEADERS = [
  ...['content-type', 'location', 'www-authenticate', 'retry-after', 'cache-control', 'date', 'expires'],
  ...['mcp-session-id', 'mcp-protocol-version', 'dpop-nonce', 'last-event-id'],
]
/** Statuses whose answers have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

/** Creates the fetch of servers and sign-ins: the client of models, with its proxies and certificates. */
export function createRoutedFetch({ proxyFor, env }: Deps): FetchLike {
  const roots = createTrustedRoots({
    env,
    platform: process.platform,
    report: (path, error) => {
      process.stderr.write(`Certificates could not be read: ${path}: ${String(error)}\n`)
    },
  })
  const send = createHttpFetch({ clock: systemClock, connectMs: CONNECT_MS, proxyFor, roots })
  return async (url, init) => {
    const { headers, body, type } = bodyOf(init)
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
    if (!headers.has('accept')) headers.set('accept', '*/*')
    const signal = init?.signal ?? null
    const asked = {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(headers),
      ...(body === null ? {} : { body }),
      ...(signal === null ? {} : { signal }),
    }
    try {
      return responseOf(await send(new URL(url), asked), new URL(url))
    } catch (error) {
      signal?.throwIfAborted()
      // The words of the platform, which callers know.
      throw new TypeError('fetch failed', { cause: error })
    }
  }
}

function bodyOf(init: Parameters<FetchLike>[1]) {
  const headers = new Headers(init?.headers)
  const body = init?.body
  if (body === undefined || body === null) return { headers, body: null, type: null }
  if (typeof body === 'string') return { headers, body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof URLSearchParams) {
    return { headers, body: body.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  }
  throw new TypeError('A request to a server has a text as its body.')
}

/** Makes a response of the platform out of an answer. */
function responseOf({ status, headers, body }: HttpAnswer, url: URL): Response {
  const read = new Headers()
  for (const name of READ_HEADERS) {
    const value = headers.get(name)
    if (value !== null) read.set(name, value)
  }
  const response = new Response(body === null || EMPTY.has(status) ? null : streamOf(body), {
    status,
    headers: read,
  })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

function streamOf(body: NonNullable<HttpAnswer['body']>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { value } = await reader.read()
      if (value === undefined) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => reader.cancel(),
  })
}
