/// <reference path="../../../src/main/models/http/ws-parts.d.ts" />
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { responsesServed } from './responses-served.ts'
import { isLoose, type Loose, listOf, type ScriptedAnswer } from './scripted-answer.ts'

/** What goes wrong with the next message of a socket. */
export type Trouble =
  | 'none'
  /** The server has forgotten the response that is continued. */
  | 'expired'
  /** The socket is as old as the server allows. */
  | 'too_old'
  | 'killed_before'
  | 'killed_after'
  | Death

/**
 * An answer that dies after some of its events: `cut` and `closed` by its connection, `quiet` because nothing follows, the
 * others by an event.
 */
export type Death = {
  readonly after: number
  readonly how: 'cut' | 'closed' | 'quiet' | 'error' | 'failed' | 'garbled'
  /** What an answer over HTTP dies after, so that its last event comes in a packet of its own. */
  readonly gate?: Promise<void>
}

/** A request that reached a model, as the server read it. */
export type Asked = {
  readonly via: 'http' | 'socket'
  readonly previous: string | null
  /** The number of input items that were sent. */
  readonly sent: number
  /** The whole input, with what the server held. */
  readonly whole: readonly Loose[]
}

type Held = { readonly id: string; readonly items: readonly Loose[] }

/**
 * A loopback server of the Responses API that takes requests over HTTP and WebSockets, and refuses what the documentation
 * forbids (2026-11). A socket holds its newest response only. Each request is judged with all that the server holds of it.
 */
export async function createContinuingServer(respond: (whole: readonly Loose[]) => ScriptedAnswer) {
  const asked: Asked[] = []
  const faults: string[] = []
  const troubles: Trouble[] = []
  const deaths: Death[] = []
  const gates: Promise<void>[] = []
  const keys: unknown[] = []
  let takesSockets = true
  let count = 0

  /** Returns the events of an answer, or the reason why the request is refused. */
  const answer = (via: Asked['via'], body: Loose, held: Held | null, headers: IncomingMessage['headers']) => {
    const input = listOf(body['input'])
    const whole = [...(held?.items ?? []), ...input]
    const fault = responsesServed.fault({ path: '/v1/responses', headers, body: { ...body, input: whole } })
    if (fault !== null) {
      faults.push(fault)
      return { fault }
    }
    asked.push({ via, previous: held?.id ?? null, sent: input.length, whole })
    count += 1
    const id = `resp_${count}`
    const lines = responsesServed.stream(respond(whole), { path: '/v1/responses', headers, body })
    const events = lines.map((line): Loose => {
      const event = JSON.parse(line.slice(line.indexOf('data: ') + 6)) as Loose
      return isLoose(event['response']) ? { ...event, response: { ...event['response'], id } } : event
    })
    return { id, whole, events }
  }

  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then(async (body) => {
      if (body['previous_response_id'] !== undefined) faults.push('HTTP continues nothing.')
      const made = answer('http', body, null, incoming.headers)
      if ('fault' in made) {
        response.writeHead(400, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ error: { message: made.fault } }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const death = deaths.shift()
      const { sent, last } = eventsOf(made.events, death)
      for (const event of sent) response.write(`data: ${event}\n\n`)
      await death?.gate
      for (const event of last) response.write(`data: ${event}\n\n`)
      return death?.how === 'cut' ? incoming.socket.end() : response.end()
    })
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (!takesSockets) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      return
    }
    keys.push(request.headers.authorization)
    const upgrading = sockets as unknown as Upgrading
    upgrading.handleUpgrade(request, socket, head, (opened) => serve(opened, request, () => socket.end()))
  })

  /** Serves a socket, whose connection `cut` ends without a closing message. */
  const serve = (socket: WebSocket, request: IncomingMessage, cut: () => void): void => {
    let held: Held | null = null
    let isBusy = false
    socket.on('message', (data) => {
      const { type, previous_response_id: previous, ...body } = JSON.parse(data.toString('utf8')) as Loose
      const refuse = (code: string, message: string) =>
        socket.send(JSON.stringify({ type: 'error', status: 400, error: { code, message } }))
      const unfit =
        type !== 'response.create'
          ? `Unknown type ${type}`
          : 'stream' in body || 'background' in body
            ? 'Fields of the transport are not allowed.'
            : isBusy
              ? 'A response is already in flight.'
              : null
      if (unfit !== null) {
        faults.push(unfit)
        return refuse('invalid_request_error', unfit)
      }
      const trouble = troubles.shift() ?? 'none'
      if (trouble === 'killed_before') return socket.terminate()
      if (trouble === 'too_old') return refuse('websocket_connection_limit_reached', 'Open a new one.')
      if (trouble === 'expired') held = null
      if (previous !== undefined && previous !== held?.id) {
        held = null
        return refuse('previous_response_not_found', `Previous response with id '${previous}' not found.`)
      }
      const made = answer('socket', body, previous === undefined ? null : held, request.headers)
      if ('fault' in made) return refuse('invalid_request_error', made.fault ?? '')
      isBusy = true
      void (gates.shift() ?? Promise.resolve()).then(() => {
        isBusy = false
        const death = typeof trouble === 'object' ? trouble : undefined
        const { sent, last } = eventsOf(made.events, death)
        for (const event of [...sent, ...last]) socket.send(event)
        const output = made.events.flatMap(({ type: kind, item }) =>
          kind === 'response.output_item.done' && isLoose(item) ? [item] : [],
        )
        held = { id: made.id, items: [...made.whole, ...output] }
        if (death?.how === 'cut') cut()
        else if (death?.how === 'closed') socket.close(1011)
        else if (trouble === 'killed_after') socket.close()
      })
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: asked as readonly Asked[],
    faults: faults as readonly string[],
    /** The authorization of each opened socket. */
    keys: keys as readonly unknown[],
    trouble: (...next: readonly Trouble[]) => void troubles.push(...next),
    /** Lets the next answers over HTTP die. */
    httpDeaths: (...next: readonly Death[]) => void deaths.push(...next),
    /** Lets the next answers over sockets begin only with these. */
    gate: (...next: readonly Promise<void>[]) => void gates.push(...next),
    refuseSockets: () => {
      takesSockets = false
    },
    openSockets: () => sockets.clients.size,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The events that go out of an answer, as text, and the one that ends its life. */
function eventsOf(events: readonly Loose[], death: Death | undefined) {
  const sent = events.map((event) => JSON.stringify(event))
  if (death === undefined) return { sent, last: [] }
  const error = { code: 'server_error', message: 'The model fell over.' }
  const last = {
    cut: [],
    closed: [],
    quiet: [],
    garbled: ['{"type": "response.output'],
    error: [JSON.stringify({ type: 'error', error })],
    failed: [JSON.stringify({ type: 'response.failed', response: { status: 'failed', error } })],
  }[death.how]
  return { sent: sent.slice(0, death.after), last }
}

type Upgrading = {
  readonly handleUpgrade: (
    request: IncomingMessage,
    socket: unknown,
    head: Buffer,
    opened: (socket: WebSocket) => void,
  ) => void
}

async function bodyOf(incoming: IncomingMessage): Promise<Loose> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Loose
}
