import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Clock } from '../lib/clock.ts'

export type Fetch = typeof globalThis.fetch

/** How much of a refusal is read: enough for its words, too little to fill memory. */
const REFUSAL_BYTES = 64 * 1024
const WINDOW_BYTES = 256 * 1024
const NO_BODY = new Set([204, 205, 304])

/**
 * A `fetch` on node:http for model servers. The built-in one gives up after five minutes without a byte, which a
 * slow local model needs, and cannot tell a slow connect from a slow answer. It follows no redirect, so a key
 * only ever goes to the host it was given for.
 */
export function createHttpFetch(deps: { clock: Clock; connectMs: number }): Fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return new Promise<Response>((resolve, reject) => {
      const signal = init.signal ?? null
      signal?.throwIfAborted()
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const headers = Object.fromEntries(new Headers(init.headers))
      const outgoing = send(url, { method: init.method ?? 'GET', headers })
      const stop = () => outgoing.destroy(errorOf(signal?.reason))
      signal?.addEventListener('abort', stop, { once: true })
      outgoing.once('close', () => signal?.removeEventListener('abort', stop))
      outgoing.on('error', reject)
      outgoing.once('response', (incoming) => {
        try {
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

/** What a request sends. Model servers are sent text only, as it is or encoded. */
function bodyBytes(body: RequestInit['body']): string | Uint8Array | undefined {
  return typeof body === 'string' || body instanceof Uint8Array ? body : undefined
}

function limitConnect(outgoing: ClientRequest, { clock, connectMs }: { clock: Clock; connectMs: number }) {
  const cancel = clock.schedule(connectMs, () => {
    const error = new Error('The connection was not made in time.')
    outgoing.destroy(Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' }))
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
