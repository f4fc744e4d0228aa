import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The listener for one redirect of the browser. */
export type Loopback = {
  readonly redirect: string
  readonly port: number
  /** Resolves with the parameters of the first redirect that has the right state. Rejects when the signal aborts. */
  readonly answer: Promise<URLSearchParams>
  readonly close: () => void
}

const PATH = '/callback'

export type Redirect = {
  readonly port: number | null
  /** Whether the port must not be another. */
  readonly isFixed: boolean
  /** A text that only this sign-in knows. */
  readonly state: string
  /** Whether the state is a part of the path, for servers that send none back. */
  readonly isInPath?: true
  /** The path of the redirect, for servers that prescribe one. */
  readonly path?: string
}
const REQUEST_MS = 10_000
const MOST_CONNECTIONS = 16

/**
 * Listens on 127.0.0.1 for one redirect of the browser (RFC 8252). A request with another state changes nothing, so a
 * web page cannot end a sign-in. Aborting closes the listener.
 */
export async function listenForRedirect(
  { port, isFixed, state, isInPath, path = PATH }: Redirect,
  signal: AbortSignal,
): Promise<Loopback> {
  signal.throwIfAborted()
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS })
  server.maxConnections = MOST_CONNECTIONS
  const taken = await listen(server, port, isFixed)
  const close = () => {
    signal.removeEventListener('abort', close)
    server.close()
    server.closeIdleConnections()
    setImmediate(() => server.closeAllConnections())
  }
  const answer = new Promise<URLSearchParams>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    server.on('request', (request, response) => {
      const found = redirectIn(request, { port: taken, path, withRest: isInPath === true })
      const params = found?.params ?? null
      const given = isInPath === true ? found?.rest.slice(1) : params?.get('state')
      const isOurs = params !== null && isSame(given ?? '', state)
      respond(response, params === null ? 404 : isOurs ? 200 : 400)
      if (isOurs) resolve(params)
    })
  })
  // The caller may never wait for it.
  answer.catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  const redirect = `http://127.0.0.1:${taken}${path}${isInPath === true ? `/${state}` : ''}`
  return { redirect, port: taken, answer, close }
}

async function listen(server: Server, port: number | null, isFixed: boolean): Promise<number> {
  const tried = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  try {
    await tried(port ?? 0)
  } catch (error) {
    if (port === null) throw error
    if (isFixed)
      throw new Error(`Another program uses port ${port}, which the settings name for the sign-in.`)
    await tried(0)
  }
  return (server.address() as AddressInfo).port
}

type Place = { readonly port: number; readonly path: string; readonly withRest: boolean }

/** The parameters of a redirect to this listener and the rest of its path; null for any other request. */
function redirectIn({ method, url = '', headers }: IncomingMessage, { port, path, withRest }: Place) {
  // A page under another name that resolves to this machine has another host.
  if (method !== 'GET' || headers.host !== `127.0.0.1:${port}`) return null
  const base = `http://127.0.0.1:${port}`
  if (!URL.canParse(url, base)) return null
  const { pathname, searchParams } = new URL(url, base)
  const isOurs = withRest ? pathname.startsWith(`${path}/`) : pathname === path
  return isOurs ? { params: searchParams, rest: pathname.slice(path.length) } : null
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const TEXTS = {
  200: 'You can close this page and return to Orrery.',
  400: 'This page does not belong to a sign-in that Orrery waits for.',
  404: 'There is no such page.',
} as const

/** Answers with a fixed page. Nothing of the request appears in it. */
function respond(response: ServerResponse, status: keyof typeof TEXTS): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`<!doctype html><meta charset="utf-8"><title>Orrery</title><p>${TEXTS[status]}</p>`)
}
