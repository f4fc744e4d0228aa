import type { IncomingMessage } from 'node:http'

/** What a server answered. A `Response` of the platform is one as well. */
export type HttpAnswer = {
  readonly status: number
  readonly ok: boolean
  readonly headers: Pick<Headers, 'get'>
  /** Null for an answer that has none. Read once. */
  readonly body: AnswerBody | null
  readonly text: () => Promise<string>
}

/** The bytes of an answer as they come. Leaving a loop over them lets go of the connection. */
export type AnswerBody = AsyncIterable<Uint8Array> & {
  readonly getReader: () => BodyReader
  readonly cancel: () => Promise<void>
}

/** The bytes of an answer, piece by piece: no value at its end. */
export type BodyReader = {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  readonly cancel: () => Promise<void>
}

/** How much of a refusal is read: enough for its words, too little to fill memory. */
const REFUSAL_BYTES = 64 * 1024
const NO_BODY = new Set([204, 205, 304])

/** The answer to a request that was made with node:http. Throws a `RangeError` for a status that no answer can have. */
export function answerOf(incoming: IncomingMessage): HttpAnswer {
  const status = incoming.statusCode ?? 0
  if (status < 200 || status > 599) throw new RangeError(`An answer cannot have the status ${status}.`)
  const headers = {
    get: (name: string) => {
      const value = incoming.headers[name.toLowerCase()]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    },
  }
  const ok = status < 300
  if (NO_BODY.has(status)) incoming.resume()
  const body = NO_BODY.has(status) ? null : bodyOf(incoming, ok ? Number.POSITIVE_INFINITY : REFUSAL_BYTES)
  return { status, ok, headers, body, text: () => textOf(body) }
}

async function textOf(body: AnswerBody | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body ?? []) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** Its reader, also as what is looped over. */
function bodyOf(incoming: IncomingMessage, limit: number): AnswerBody {
  const reader = createReader(incoming, limit)
  return { getReader: () => reader, cancel: reader.cancel, [Symbol.asyncIterator]: () => piecesOf(reader) }
}

async function* piecesOf({ read, cancel }: BodyReader): AsyncGenerator<Uint8Array, void> {
  try {
    for (let piece = await read(); piece.value !== undefined; piece = await read()) yield piece.value
  } finally {
    await cancel()
  }
}

type Waiting = {
  readonly resolve: (piece: { done: boolean; value?: Uint8Array }) => void
  readonly reject: (error: Error) => void
}

/** Nothing that came is lost, and a server that sends faster than it is read is held back. */
const WINDOW_BYTES = 256 * 1024
const OVER = { done: true }

/**
 * Reads a message of node:http without the streams of the platform, which cost a fifth of a short answer. What came while
 * nobody read is read as one: a server that streams words sends many in one go. The end or the failure comes after all
 * that came before; past the limit there is no more.
 */
function createReader(incoming: IncomingMessage, limit: number): BodyReader {
  const pieces: Uint8Array[] = []
  let left = limit
  let held = 0
  let ended: typeof OVER | Error | null = null
  let waiting: Waiting | null = null

  const end = (how: typeof OVER | Error): void => {
    if (ended !== null) return
    ended = how
    if (how instanceof Error) waiting?.reject(how)
    else waiting?.resolve(how)
    waiting = null
  }
  incoming.on('data', (bytes: Buffer) => {
    if (ended !== null) return
    left -= bytes.byteLength
    if (waiting === null) {
      pieces.push(bytes)
      held += bytes.byteLength
    } else {
      waiting.resolve({ done: false, value: bytes })
      waiting = null
    }
    if (left <= 0) {
      end(OVER)
      incoming.destroy()
    } else if (held >= WINDOW_BYTES) incoming.pause()
  })
  incoming.once('end', () => end(OVER))
  incoming.once('error', end)
  incoming.once('close', () => {
    if (ended === null) end(new Error('The connection was closed.'))
  })

  return {
    read: () => {
      const value = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
      if (value !== undefined) {
        pieces.length = 0
        held = 0
        if (incoming.isPaused()) incoming.resume()
        return Promise.resolve({ done: false, value })
      }
      if (ended instanceof Error) return Promise.reject(ended)
      if (ended !== null) return Promise.resolve(ended)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    cancel: async () => {
      pieces.length = 0
      end(OVER)
      incoming.destroy()
    },
  }
}
