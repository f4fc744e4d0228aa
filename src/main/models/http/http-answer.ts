/** A server's answer. The platform's `Response` is compatible. */
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

/** The status and headers of an answer. */
export type AnswerHead = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The connection an answer comes over. */
export type AnswerSource = {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends the connection; nothing more comes. */
  readonly stop: () => void
}

/** An answer that is being read, and where what comes of it goes. */
export type Answering = {
  readonly answer: HttpAnswer
  readonly came: (bytes: Uint8Array) => void
  readonly ended: () => void
  readonly failed: (error: Error) => void
}

/** Bytes read of an error body: enough for its text, too little to fill the memory. */
const REFUSAL_BYTES = 64 * 1024
const NO_BODY = new Set([204, 205, 304])

/** The answer that begins like this. Throws a `RangeError` for a status that no answer can have. */
export function answering({ status, headers: told }: AnswerHead, source: AnswerSource): Answering {
  if (status < 200 || status > 599) throw new RangeError(`An answer cannot have the status ${status}.`)
  const headers = {
    get: (name: string) => {
      const value = told[name.toLowerCase()]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    },
  }
  const ok = status < 300
  const { reader, ...hears } = createReader(source, ok ? Number.POSITIVE_INFINITY : REFUSAL_BYTES)
  const body = NO_BODY.has(status) ? null : bodyOf(reader)
  return { answer: { status, ok, headers, body, text: () => textOf(body) }, ...hears }
}

async function textOf(body: AnswerBody | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body ?? []) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** Its reader, also as what is looped over. */
function bodyOf(reader: BodyReader): AnswerBody {
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
 * Creates a reader of an answer without platform streams, which cost a fifth of a short one. Chunks that
 * arrive between two reads are merged, because a server sends many at once. The end or the failure comes
 * after all earlier data; beyond the limit the rest is dropped.
 */
function createReader(source: AnswerSource, limit: number) {
  const pieces: Uint8Array[] = []
  let left = limit
  let held = 0
  let isHeldBack = false
  let over: typeof OVER | Error | null = null
  let waiting: Waiting | null = null

  const end = (how: typeof OVER | Error): void => {
    if (over !== null) return
    over = how
    if (how instanceof Error) waiting?.reject(how)
    else waiting?.resolve(how)
    waiting = null
  }
  const came = (bytes: Uint8Array): void => {
    if (over !== null) return
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
      source.stop()
    } else if (held >= WINDOW_BYTES && !isHeldBack) {
      isHeldBack = true
      source.pause()
    }
  }
  const take = (): Uint8Array | undefined => {
    const value = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
    pieces.length = 0
    held = 0
    if (isHeldBack) {
      isHeldBack = false
      source.resume()
    }
    return value
  }

  const reader: BodyReader = {
    read: () => {
      const value = take()
      if (value !== undefined) return Promise.resolve({ done: false, value })
      if (over instanceof Error) return Promise.reject(over)
      if (over !== null) return Promise.resolve(over)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    cancel: async () => {
      pieces.length = 0
      if (over !== null) return
      end(OVER)
      source.stop()
    },
  }
  return { reader, came, ended: () => end(OVER), failed: end }
}
