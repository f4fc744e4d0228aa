import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { TriggerId } from '#shared/ids.ts'
import { isErrno } from '../../lib/errno.ts'
import {
  type createWebhookGuard,
  DELIVERY_HEADER,
  MOST_BODY,
  type Refusal,
  secretIn,
} from './webhook-answers.ts'

type Deps = {
  readonly guard: ReturnType<typeof createWebhookGuard>
  /** Takes a delivery. Resolves when it is stored, with the state of its history row; null for a repeated one. */
  readonly deliver: (id: TriggerId, delivery: string | null, body: string) => Promise<string | null>
  /** The port of the last time; null for none. */
  readonly portBefore: () => number | null
  readonly keepPort: (port: number) => void
  readonly report: (error: unknown) => void
}

/** The address that only programs of this computer reach. */
const LOOPBACK = '127.0.0.1'
/** The time limit of a request, in milliseconds. */
const REQUEST_LIMIT_MS = 10_000
const MOST_CONNECTIONS = 20

/** Listens for webhooks on this computer, while a trigger needs it. */
export function createWebhookListener(deps: Deps) {
  let server: Server | null = null
  let isWanted = false
  let changing: Promise<void> = Promise.resolve()

  const open = async (): Promise<void> => {
    if (server !== null) return
    const created = createServer(
      { requestTimeout: REQUEST_LIMIT_MS, headersTimeout: REQUEST_LIMIT_MS },
      (request, response) => {
        answer(deps, { request, response, port: portOf(created) ?? 0 }).catch((error: unknown) => {
          deps.report(error)
          response.destroy()
        })
      },
    )
    created.maxConnections = MOST_CONNECTIONS
    created.on('error', deps.report)
    await listen(created, deps.portBefore())
    // It keeps no process alive that has nothing else to do.
    created.unref()
    server = created
    const port = portOf(created)
    if (port !== null) deps.keepPort(port)
  }
  const close = async (): Promise<void> => {
    const closing = server
    server = null
    if (closing === null) return
    closing.closeAllConnections()
    await new Promise<void>((resolve) => closing.close(() => resolve()))
  }
  const settle = (): Promise<void> => {
    changing = changing.then(() => (isWanted ? open() : close())).catch(deps.report)
    return changing
  }
  return {
    /** Opens or closes the listener. Resolves when that has happened. */
    listen: (wanted: boolean): Promise<void> => {
      isWanted = wanted
      return settle()
    },
    /** The port, while it listens; null otherwise. */
    port: (): number | null => (server === null ? null : portOf(server)),
    close: (): Promise<void> => {
      isWanted = false
      return settle()
    },
  }
}

/** Listens on the port of the last time, so that addresses stay valid, or on a free one. */
async function listen(server: Server, before: number | null): Promise<void> {
  const on = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, LOOPBACK, () => {
        server.off('error', reject)
        resolve()
      })
    })
  try {
    await on(before ?? 0)
  } catch (error) {
    if (before === null || !isErrno(error)) throw error
    await on(0)
  }
}

function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly port: number
}

async function answer({ guard, deliver }: Deps, { request, response, port }: Exchange): Promise<void> {
  const { headers, method = '', url = '' } = request
  const path = url.split('?')[0] ?? ''
  const checked = await guard.check(
    { method, path, host: headers.host, origin: headers.origin, secret: secretIn(headers) },
    port,
  )
  if (typeof checked !== 'string') return refuse(response, checked)
  const body = await bodyOf(request)
  if (body === null) return refuse(response, { status: 413, text: `A body has at most ${MOST_BODY} bytes.` })
  const named = headers[DELIVERY_HEADER]
  const delivery = typeof named === 'string' && named !== '' ? named.slice(0, 200) : null
  const state = await deliver(checked, delivery, body)
  reply(response, 202, { state: state ?? 'repeated' })
}

const refuse = (response: ServerResponse, { status, text }: Refusal): void =>
  reply(response, status, { error: text })

function reply(response: ServerResponse, status: number, content: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(`${JSON.stringify(content)}\n`)
}

/** Reads the body of a request; null when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BODY) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
