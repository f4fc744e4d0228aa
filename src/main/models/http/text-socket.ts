/// <reference path="./ws-parts.d.ts" />
import type { LookupFunction, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../../lib/clock.ts'
import { tooSlow } from './connections.ts'
import type { ProxyFor } from './proxy-route.ts'
import type { TrustedRoots } from './trusted-roots.ts'
import { openTunnel } from './tunnel.ts'

/** A WebSocket that carries text messages. It is never reused after `close`. */
export type TextSocket = {
  readonly send: (text: string) => void
  /** Sets the listeners. Messages that came before are kept for them. */
  readonly listen: (on: SocketListeners) => void
  readonly isOpen: () => boolean
  /** Ends the connection at once. */
  readonly close: () => void
}

export type SocketListeners = {
  readonly text: (text: string) => void
  /** Called at the end. `isLost`: the connection broke, and the server did not close it. */
  readonly closed: (isLost: boolean) => void
}

/** Opens a WebSocket to an HTTP address. Rejects where the server does not take one. */
export type OpenTextSocket = (
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<TextSocket>

type Deps = {
  readonly clock: Pick<Clock, 'schedule'>
  readonly connectMs: number
  readonly proxyFor?: ProxyFor
  readonly lookup?: LookupFunction
  readonly roots?: TrustedRoots
}

/** One message is read up to here, as one event of a stream. */
const MOST_BYTES = 8 * 1024 * 1024
/** The code of a connection that ended without a closing message (RFC 6455, 7.4.1). */
const ABNORMAL = 1006

/**
 * Opens WebSockets (RFC 6455) to model servers on the way that other requests take: through the same proxy, with the
 * same certificates. A server without TLS behind a proxy has none.
 */
export function createTextSockets({ clock, connectMs, ...deps }: Deps): OpenTextSocket {
  return async (address, headers, signal) => {
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const ending = new AbortController()
    const stop = () => ending.abort(signal.reason)
    signal.throwIfAborted()
    signal.addEventListener('abort', stop, { once: true })
    const cancel = clock.schedule(connectMs, () => ending.abort(tooSlow()))
    try {
      const proxy = (await deps.proxyFor?.(url)) ?? null
      if (proxy !== null && !isSecure) throw new Error('A proxy takes no WebSocket without TLS.')
      const roots = isSecure ? await deps.roots?.() : undefined
      const tunnel = proxy === null ? null : await openTunnel({ proxy, target: url, roots }, ending.signal)
      const lookup = deps.lookup === undefined ? {} : { lookup: deps.lookup }
      return await connected(url, { headers, roots, tunnel, ...lookup }, ending.signal)
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
    }
  }
}

type Way = {
  readonly headers: Readonly<Record<string, string>>
  readonly roots: SecureContext | undefined
  readonly tunnel: Socket | null
  readonly lookup?: LookupFunction
}

async function connected(
  { href }: URL,
  { headers, roots, tunnel, lookup }: Way,
  signal: AbortSignal,
): Promise<TextSocket> {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(href.replace(/^http/, 'ws'), {
    headers,
    perMessageDeflate: false,
    maxPayload: MOST_BYTES,
    ...(roots === undefined ? {} : { secureContext: roots }),
    ...(lookup === undefined ? {} : { lookup }),
    ...(tunnel === null ? {} : { createConnection: () => tunnel }),
  })
  const early: string[] = []
  let on: SocketListeners | null = null
  let isClosed = false
  let isLost = false
  socket.on('message', (data) => {
    const text = data.toString('utf8')
    if (on === null) early.push(text)
    else on.text(text)
  })
  socket.on('close', (code) => {
    isClosed = true
    isLost = code === ABNORMAL
    on?.closed(isLost)
  })
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      reject(signal.reason)
      socket.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.on('open', () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    // After the start, an error is followed by the end of the connection.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', stop)
      reject(error)
    })
    if (signal.aborted) stop()
  })
  return {
    send: (text) => socket.send(text),
    listen: (listeners) => {
      on = listeners
      for (const text of early.splice(0)) listeners.text(text)
      if (isClosed) listeners.closed(isLost)
    },
    isOpen: () => !isClosed && socket.readyState === WebSocket.OPEN,
    close: () => socket.terminate(),
  }
}
