import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProtocolRequest, ScriptedAnswer, ServedProtocol } from './scripted-answer.ts'

/** A refusal in place of an answer, or an answer that breaks off after some lines. */
export type ServedScript =
  | ScriptedAnswer
  | { readonly status: number; readonly message: string }
  | { readonly cutAfter: number; readonly answer: ScriptedAnswer }
  /** An answer that stops after some lines and keeps the connection open. */
  | { readonly hangAfter: number; readonly answer: ScriptedAnswer }
  | { readonly hang: true }

export type ProtocolServer = {
  /** Scheme, host and port. */
  readonly origin: string
  /** Every accepted request, oldest first. */
  readonly requests: readonly ProtocolRequest[]
  /** Reasons for which requests were refused by the rules of the protocol. */
  readonly faults: readonly string[]
  /** Lists these models from now on. */
  readonly serve: (...ids: readonly string[]) => void
  readonly enqueue: (...scripts: readonly ServedScript[]) => void
  readonly close: () => Promise<void>
}

/** The models that a server lists. */
export const MODELS = ['first', 'second']

/** A loopback server that speaks wire protocols strictly: it refuses what the real servers refuse. */
export async function createProtocolServer(...protocols: readonly ServedProtocol[]): Promise<ProtocolServer> {
  const requests: ProtocolRequest[] = []
  const faults: string[] = []
  const queue: ServedScript[] = []
  let ids: readonly string[] = MODELS

  const server = createServer((incoming, response) => {
    void record(incoming).then((request) => {
      const protocol = protocols.find(({ accepts }) => accepts(request.path))
      const list = protocols.map((each) => each.list(request.path, ids)).find((found) => found !== null)
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      const besides = protocols.map((each) => each.besides?.(request)).find((one) => one !== undefined)
      if (besides !== undefined) return send(besides.status, besides.body)
      if (list !== undefined) return send(200, list)
      if (protocol === undefined) return send(404, { error: { message: 'No such route.' } })
      const fault = protocol.fault(request)
      if (fault !== null) {
        faults.push(fault)
        return send(400, protocol.refusal(400, fault))
      }
      requests.push(request)
      const script = queue.shift() ?? { status: 500, message: 'The test server has no script left.' }
      if ('status' in script) return send(script.status, protocol.refusal(script.status, script.message))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      if ('hang' in script) return
      if ('hangAfter' in script) {
        for (const line of protocol.stream(script.answer, request).slice(0, script.hangAfter))
          response.write(line)
        return
      }
      const isCut = 'cutAfter' in script
      const lines = protocol.stream(isCut ? script.answer : script, request)
      for (const line of isCut ? lines.slice(0, script.cutAfter) : lines) response.write(line)
      if (isCut) response.write('', () => response.destroy())
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    faults,
    serve: (...served) => {
      ids = served
    },
    enqueue: (...scripts) => void queue.push(...scripts),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function record(incoming: IncomingMessage): Promise<ProtocolRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  const isJson = /json/.test(incoming.headers['content-type'] ?? '')
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { path: incoming.url ?? '', headers: incoming.headers, body, text }
}
