import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../lib/clock.ts'
import type { ProxyFor } from './proxy-route.ts'
import type { TrustedRoots } from './trusted-roots.ts'
import { credentialsOf, openTunnel, refusedBy, unreachable, wayTo } from './tunnel.ts'

export type Fetch = typeof globalThis.fetch

/** How much of a refusal is read: enough for its words, too little to fill memory. */
const REFUSAL_BYTES = 64 * 1024
const WINDOW_BYTES = 256 * 1024
const NO_BODY = new Set([204, 205, 304])

type HttpFetchDeps = {
  readonly clock: Clock
  readonly connectMs: number
  /** The proxy on the way to an address; without it every way is straight. */
  readonly proxyFor?: ProxyFor
  /** Which certificates are trusted; without it those that Node brings along. */
  readonly roots?: TrustedRoots
}

/**
 * A `fetch` on node:http for model servers. The built-in one gives up after five minutes without a byte, which a
 * slow local model needs, and cannot tell a slow connect from a slow answer. It follows no redirect, so a key
 * only ever goes to the host it was given for.
 */
export function createHttpFetch(deps: HttpFetchDeps): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const signal = init.signal ?? null
    signal?.throwIfAborted()
    const proxy = (await deps.proxyFor?.(url)) ?? null
    const isSecure = url.protocol === 'https:' || proxy?.protocol === 'https:'
    const roots = isSecure ? await deps.roots?.() : undefined
    const tunnel =
      proxy === null || url.protocol !== 'https:' ? null : await tunnelOf(deps, { proxy, url, roots }, signal)
    return new Promise<Response>((resolve, reject) => {
      signal?.throwIfAborted()
      const headers = Object.fromEntries(new Headers(init.headers))
      const outgoing = begin(url, { method: init.method ?? 'GET', headers }, { proxy, tunnel, roots })
      const stop = () => outgoing.destroy(errorOf(signal?.reason))
      signal?.addEventListener('abort', stop, { once: true })
      outgoing.once('close', () => signal?.removeEventListener('abort', stop))
      // In a tunnel it is the server that breaks off, and no longer the proxy.
      const isProxy = proxy !== null && tunnel === null
      outgoing.on('error', (error) => reject(isProxy ? unreachable(proxy, url, error) : error))
      outgoing.once('response', (incoming) => {
        try {
          if (proxy !== null && incoming.statusCode === 407) throw refusedBy(proxy, url, incoming)
          resolve(responseOf(incoming))
        } catch (error) {
          incoming.destroy()
          reject(error)
        }
      })
      limitConnect(outgoing, deps)
      outgoing.end(bodyBytes(init.body))
    })
  }
}

type Outgoing = { readonly method: string; readonly headers: Record<string, string> }
type Roots = { readonly roots: SecureContext | undefined }
type Way = Roots & { readonly proxy: URL | null; readonly tunnel: Socket | null }

/** Begins a request on its way: straight, through a tunnel, or told whole to a proxy that asks in our place. */
function begin(url: URL, { method, headers }: Outgoing, { proxy, tunnel, roots }: Way): ClientRequest {
  const trust = roots === undefined ? {} : { secureContext: roots }
  if (tunnel !== null) {
    // An agent would connect by itself, past the proxy. Without one, the usual port has to be named.
    return httpsRequest(url, { method, headers, defaultPort: 443, createConnection: () => tunnel })
  }
  if (proxy === null)
    return (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { method, headers, ...trust })
  const { origin, pathname, search, host } = url
  return (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    ...wayTo(proxy),
    ...trust,
    ...{ method, path: `${origin}${pathname}${search}`, agent: false },
    headers: { ...headers, host, ...credentialsOf(proxy) },
  })
}

/** A tunnel that is made in the time there is for a connection. */
async function tunnelOf(
  { clock, connectMs }: HttpFetchDeps,
  { proxy, url, roots }: Roots & { readonly proxy: URL; readonly url: URL },
  signal: AbortSignal | null,
): Promise<Socket> {
  const ending = new AbortController()
  const cancel = clock.schedule(connectMs, () => ending.abort(tooSlow()))
  try {
    return await openTunnel(
      { proxy, target: url, roots },
      AbortSignal.any([ending.signal, ...(signal === null ? [] : [signal])]),
    )
  } finally {
    cancel()
  }
}

function tooSlow(): Error {
  const error = new Error('The connection was not made in time.')
  return Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' })
}

/** What a request sends. Model servers are sent text only, as it is or encoded. */
function bodyBytes(body: RequestInit['body']): string | Uint8Array | undefined {
  return typeof body === 'string' || body instanceof Uint8Array ? body : undefined
}

function limitConnect(outgoing: ClientRequest, { clock, connectMs }: HttpFetchDeps) {
  const cancel = clock.schedule(connectMs, () => {
    outgoing.destroy(tooSlow())
  })
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return cancel()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', cancel)
  })
  outgoing.once('close', cancel)
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (NO_BODY.has(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(bodyOf(incoming, status >= 300 ? REFUSAL_BYTES : Number.POSITIVE_INFINITY), {
    status,
    headers,
  })
}

function bodyOf(incoming: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  let left = limit
  let open = true
  const body = {
    start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const end = () => {
        if (open) controller.close()
        open = false
      }
      const fail = (error: Error) => {
        if (open) controller.error(error)
        open = false
      }
      incoming.on('data', (bytes: Buffer) => {
        if (!open) return
        left -= bytes.byteLength
        controller.enqueue(bytes)
        if (left <= 0) {
          end()
          incoming.destroy()
        } else if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.once('end', end)
      incoming.once('error', fail)
      incoming.once('close', () => fail(new Error('The connection was closed.')))
    },
    pull: () => void incoming.resume(),
    cancel: () => {
      open = false
      incoming.destroy()
    },
  }
  return new ReadableStream(body, new ByteLengthQueuingStrategy({ highWaterMark: WINDOW_BYTES }))
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was stopped.')
}
