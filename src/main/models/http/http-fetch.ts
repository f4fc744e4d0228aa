import type { LookupFunction, Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { rememberLast } from '#shared/remember-last.ts'
import type { Clock } from '../../lib/clock.ts'
import { createConnections, tooSlow, type Way } from './connections.ts'
import { type Answering, answering, type HttpAnswer } from './http-answer.ts'
import type { ProxyFor } from './proxy-route.ts'
import type { TrustedRoots } from './trusted-roots.ts'
import { authorizationOf, credentialsOf, openTunnel, refusedBy, unreachable } from './tunnel.ts'

/** A request to a server. */
export type HttpQuestion = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
  /** Redirects are never followed; the field makes that explicit. */
  readonly redirect?: 'manual'
}

export type Fetch = (address: string | URL, question?: HttpQuestion) => Promise<HttpAnswer>

type HttpFetchDeps = {
  readonly clock: Clock
  readonly connectMs: number
  /** The proxy on the way to an address; without it every way is straight. */
  readonly proxyFor?: ProxyFor
  /** Resolves the names of servers, not of proxies; Node's own when missing. */
  readonly lookup?: LookupFunction
  /** The trusted certificates; missing for Node's own. */
  readonly roots?: TrustedRoots
}

/**
 * Asks model servers with the client of undici. The built-in `fetch` gives up after five minutes without a byte, which a
 * slow local model needs, and makes streams of the platform for each answer. It follows no redirect, so a key only ever
 * goes to the host it was given for.
 */
export function createHttpFetch(deps: HttpFetchDeps): Fetch {
  const urlOf = rememberLast((address: string | URL) => new URL(address))
  const connections = createConnections(deps)
  return async (address, { method = 'GET', headers = {}, body, signal = null } = {}) => {
    const url = urlOf(address)
    signal?.throwIfAborted()
    const proxy = (await deps.proxyFor?.(url)) ?? null
    const isSecure = url.protocol === 'https:' || proxy?.protocol === 'https:'
    const roots = isSecure ? await deps.roots?.() : undefined
    const tunnel =
      proxy === null || url.protocol !== 'https:' ? null : await tunnelOf(deps, { proxy, url, roots }, signal)
    const dispatcher = connections.to(url, { proxy, tunnel, roots })
    const path = `${url.pathname}${url.search}`
    const asked = { method, path, headers: { ...authorizationOf(url), ...headers }, body: body ?? null }
    // In a tunnel it is the server that is spoken to, and no longer the proxy.
    if (proxy === null || tunnel !== null) {
      const answer = ask(dispatcher, asked, signal)
      // For this one question: when it is answered, the tunnel is closed.
      if (tunnel !== null) dispatcher.close(() => {})
      return answer
    }
    try {
      const answer = await ask(dispatcher, throughProxy(proxy, url, asked), signal)
      if (answer.status !== 407) return answer
      await answer.body?.cancel()
    } catch (error) {
      throw error instanceof Error ? unreachable(proxy, url, error) : error
    }
    throw refusedBy(proxy, url, { statusCode: 407 })
  }
}

type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly servername?: string
}

/** Rewrites a request for a proxy that forwards it. */
function throughProxy(proxy: URL, { origin, host }: URL, { path, headers, ...asked }: Asked): Asked {
  const named = { host, ...credentialsOf(proxy) }
  return { ...asked, path: `${origin}${path}`, headers: { ...headers, ...named }, servername: proxy.hostname }
}

/** Puts a question and resolves when its answer begins. */
function ask(dispatcher: Dispatcher, asked: Asked, signal: AbortSignal | null): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let over: Error | null = null
    let answer: Answering | null = null
    let connection: Dispatcher.DispatchController | null = null
    const fail = (error: Error): void => {
      over = error
      signal?.removeEventListener('abort', stop)
      if (answer === null) reject(error)
      else answer.failed(error)
    }
    const end = (error: Error): void => {
      fail(error)
      connection?.abort(error)
    }
    const stop = () => end(errorOf(signal?.reason))
    signal?.addEventListener('abort', stop)
    dispatcher.dispatch(asked as Dispatcher.DispatchOptions, {
      onRequestStart: (controller) => {
        connection = controller
        // Stopped while there was no connection.
        if (over !== null) controller.abort(over)
      },
      onResponseStart: (controller, status, headers) => {
        // Informational responses are no answer.
        if (status < 200) return
        const source = {
          pause: () => controller.pause(),
          resume: () => controller.resume(),
          stop: () => end(LEFT),
        }
        try {
          answer = answering({ status, headers }, source)
          resolve(answer.answer)
        } catch (error) {
          end(error instanceof Error ? error : errorOf(error))
        }
      },
      onResponseData: (_controller, bytes) => answer?.came(bytes),
      onResponseEnd: () => {
        signal?.removeEventListener('abort', stop)
        answer?.ended()
      },
      onResponseError: (_controller, error) => {
        if (over === null) fail(error)
      },
    })
    if (signal?.aborted === true) stop()
  })
}

const LEFT = new Error('The rest of the answer was not wanted.')

type Roots = Pick<Way, 'roots'>

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

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was stopped.')
}
