import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { rememberLast } from '#shared/remember-last.ts'
import type { Clock } from '../lib/clock.ts'
import { answerOf, type HttpAnswer } from './http-answer.ts'
import type { ProxyFor } from './proxy-route.ts'
import type { TrustedRoots } from './trusted-roots.ts'
import { credentialsOf, openTunnel, refusedBy, unreachable, wayTo } from './tunnel.ts'

/** What is asked of a server. */
export type HttpQuestion = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
  /** Never followed: whoever asks says so. */
  readonly redirect?: 'manual'
}

export type Fetch = (address: string | URL, question?: HttpQuestion) => Promise<HttpAnswer>

type HttpFetchDeps = {
  readonly clock: Clock
  readonly connectMs: number
  /** The proxy on the way to an address; without it every way is straight. */
  readonly proxyFor?: ProxyFor
  /** Which certificates are trusted; without it those that Node brings along. */
  readonly roots?: TrustedRoots
}

/**
 * Asks model servers with node:http. The built-in `fetch` gives up after five minutes without a byte, which a
 * slow local model needs, and cannot tell a slow connect from a slow answer. It follows no redirect, so a key
 * only ever goes to the host it was given for.
 */
export function createHttpFetch(deps: HttpFetchDeps): Fetch {
  const urlOf = rememberLast((address: string | URL) => new URL(address))
  const straightTo = rememberLast(straightWayTo)
  return async (address, { method = 'GET', headers = {}, body, signal: asked } = {}) => {
    const url = urlOf(address)
    const signal = asked ?? null
    signal?.throwIfAborted()
    const proxy = (await deps.proxyFor?.(url)) ?? null
    const isSecure = url.protocol === 'https:' || proxy?.protocol === 'https:'
    const roots = isSecure ? await deps.roots?.() : undefined
    const tunnel =
      proxy === null || url.protocol !== 'https:' ? null : await tunnelOf(deps, { proxy, url, roots }, signal)
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const outgoing = begin(url, { method, headers }, { proxy, tunnel, roots, straightTo })
      const stop = () => outgoing.destroy(errorOf(signal?.reason))
      signal?.addEventListener('abort', stop, { once: true })
      outgoing.once('close', () => signal?.removeEventListener('abort', stop))
      // In a tunnel it is the server that breaks off, and no longer the proxy.
      const isProxy = proxy !== null && tunnel === null
      outgoing.on('error', (error) => reject(isProxy ? unreachable(proxy, url, error) : error))
      outgoing.once('response', (incoming) => {
        try {
          if (proxy !== null && incoming.statusCode === 407) throw refusedBy(proxy, url, incoming)
          resolve(answerOf(incoming))
        } catch (error) {
          incoming.destroy()
          reject(error)
        }
      })
      limitConnect(outgoing, deps)
      outgoing.end(body)
    })
  }
}

type Outgoing = { readonly method: string; readonly headers: Readonly<Record<string, string>> }
type Roots = { readonly roots: SecureContext | undefined }
type Way = Roots & {
  readonly proxy: URL | null
  readonly tunnel: Socket | null
  readonly straightTo: typeof straightWayTo
}

/** Begins a request on its way: straight, through a tunnel, or told whole to a proxy that asks in our place. */
function begin(
  url: URL,
  { method, headers }: Outgoing,
  { proxy, tunnel, roots, straightTo }: Way,
): ClientRequest {
  const trust = roots === undefined ? {} : { secureContext: roots }
  if (tunnel !== null) {
    // An agent would connect by itself, past the proxy. Without one, the usual port has to be named.
    return httpsRequest(url, { method, headers, defaultPort: 443, createConnection: () => tunnel })
  }
  if (proxy === null)
    return (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...straightTo(url),
      ...{ method, headers },
      ...trust,
    })
  const { origin, pathname, search, host } = url
  return (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    ...wayTo(proxy),
    ...trust,
    ...{ method, path: `${origin}${pathname}${search}`, agent: false },
    headers: { ...headers, host, ...credentialsOf(proxy) },
  })
}

/** What node:http needs to know of an address, taken apart once and not with each request. */
function straightWayTo(url: URL): RequestOptions {
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url)
  return {
    ...{ protocol, hostname, path },
    ...(port === undefined || port === null ? {} : { port }),
    ...(auth === undefined || auth === null ? {} : { auth }),
  }
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

function limitConnect(outgoing: ClientRequest, { clock, connectMs }: HttpFetchDeps) {
  // It goes over a connection that is there.
  if (outgoing.reusedSocket) return
  const cancel = clock.schedule(connectMs, () => {
    outgoing.destroy(tooSlow())
  })
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return cancel()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', cancel)
  })
  outgoing.once('close', cancel)
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was stopped.')
}
