import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventOf, type Script } from './model-script.ts'

/** What a client sent. `body` is parsed JSON, or the text where it is not JSON. */
export type RecordedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export type ModelServer = {
  readonly baseUrl: string
  readonly port: number
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Scripts for the next chat requests, first in first out. */
  readonly enqueue: (...scripts: readonly Script[]) => void
  /** Drops the scripts nobody has asked for. */
  readonly forget: () => void
  /** Resolves once this many chat requests have arrived. */
  readonly received: (count: number) => Promise<void>
  /** Resolves once this many answers were cut off by the client. */
  readonly abandoned: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Vectors for texts, or a whole answer in their place. */
export type EmbedAnswer = readonly Float32Array[] | Extract<Script, { status: number }>

export type ModelServerOptions = {
  /** The ids under `/v1/models`, or a whole answer to that request. */
  readonly models?: readonly string[] | Extract<Script, { status: number }>
  /** Answers requests to name a chat; they are refused otherwise, and never take the script of another. */
  readonly title?: (request: RecordedRequest) => Script
  /** Makes vectors of texts; without it there is no such route. A promise holds the answer back. */
  readonly embed?: (texts: readonly string[]) => EmbedAnswer | Promise<EmbedAnswer>
  /** Answers chat requests that no queued script is left for. A promise holds the answer back. */
  readonly respond?: (request: RecordedRequest) => Script | Promise<Script>
  /** Answers to requests of other paths, which differ from server to server. */
  readonly routes?: Readonly<
    Record<
      string,
      (
        request: RecordedRequest,
      ) => Extract<Script, { status: number }> | Promise<Extract<Script, { status: number }>>
    >
  >
  readonly port?: number
}

/** A server that speaks the OpenAI chat protocol from scripts, on loopback, for tests. */
export async function createModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  const queue: Script[] = []
  const chats = createCounter()
  const abandonments = createCounter()
  const closing = new AbortController()

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await record(incoming)
    requests.push(request)
    if (request.path === '/v1/models') return send(response, modelsAnswer(options.models ?? ['scripted']))
    if (request.path === '/v1/embeddings') return send(response, await embeddings(options.embed, request))
    if (request.path !== '/v1/chat/completions') {
      return send(response, (await options.routes?.[request.path]?.(request)) ?? NOT_FOUND)
    }
    if (isForTitle(request)) {
      requests.pop()
      return play(options.title?.(request) ?? NO_TITLE, request, response, closing.signal)
    }
    response.once('close', () => {
      if (!response.writableFinished) abandonments.add()
    })
    chats.add()
    const script = queue.shift() ?? (await options.respond?.(request)) ?? EXHAUSTED
    await play(script, request, response, closing.signal)
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    enqueue: (...scripts) => void queue.push(...scripts),
    forget: () => void queue.splice(0),
    received: chats.reached,
    abandoned: abandonments.reached,
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const NOT_FOUND = { status: 404, body: { error: { message: 'No such route.' } } }
const EXHAUSTED = { status: 500, body: { error: { message: 'The test server has no script left.' } } }

const NO_TITLE = { status: 400, body: { error: { message: 'This server names no chats.' } } }

/** The app asks for a name beside the chat, whenever it likes: no test of the chat should hear of it. */
function isForTitle({ body }: RecordedRequest): boolean {
  const [first] = (body as { messages?: readonly { content?: unknown }[] } | null)?.messages ?? []
  return typeof first?.content === 'string' && first.content.includes('You name a chat after')
}

async function embeddings(embed: ModelServerOptions['embed'], { body }: RecordedRequest) {
  if (embed === undefined) return NOT_FOUND
  const answer = await embed((body as { input: readonly string[] }).input)
  if ('status' in answer) return answer
  const data = answer.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }))
  return { status: 200, body: { object: 'list', data } }
}

async function play(
  script: Script,
  request: RecordedRequest,
  response: ServerResponse,
  closing: AbortSignal,
) {
  if ('silent' in script) return
  if ('status' in script) return send(response, script)
  const model = modelOf(request)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const step of script.steps) {
    if (response.destroyed || closing.aborted || step.do === 'hang') return
    if (step.do === 'drop') return drop(response)
    if (step.do === 'close') return void response.end()
    if (step.do === 'wait') await step.gate.passed
    else if (step.do === 'raw') await write(response, step.text)
    else if (step.do === 'data') await write(response, `data: ${step.data}\n\n`)
    else await write(response, `data: ${JSON.stringify(eventOf(step, model))}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

/** Lets what was written reach the client before the connection goes. */
function drop(response: ServerResponse) {
  response.write('', () => response.socket?.end(() => response.destroy()))
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}

function send(
  response: ServerResponse,
  { status, headers = {}, body = '' }: Extract<Script, { status: number }>,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(text)
}

function modelsAnswer(
  models: NonNullable<ModelServerOptions['models']>,
): Extract<Script, { status: number }> {
  if ('status' in models) return models
  return { status: 200, body: { object: 'list', data: models.map((id) => ({ id, object: 'model' })) } }
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parsed(text),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function modelOf(request: RecordedRequest): string {
  const body = request.body as { model?: unknown } | null
  return typeof body?.model === 'string' ? body.model : 'scripted'
}

function createCounter() {
  let count = 0
  const waiters: { at: number; wake: () => void }[] = []
  return {
    add: () => {
      count += 1
      for (const waiter of waiters) if (count >= waiter.at) waiter.wake()
    },
    reached: (at: number) =>
      count >= at
        ? Promise.resolve()
        : new Promise<void>((wake) => {
            waiters.push({ at, wake })
          }),
  }
}
