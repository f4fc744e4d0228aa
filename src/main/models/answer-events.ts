import { createParser } from 'eventsource-parser'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { ErrorScene } from './error-scene.ts'
import type { BodyReader, HttpAnswer } from './http-answer.ts'
import { refusalError } from './llm-error.ts'
import { refusalOf } from './refusal.ts'

/** A whole answer, or one event of a stream, is read up to here. */
const MOST_CHARS = 8 * 1024 * 1024
/** How the protocol marks that nothing more comes. */
const MARK = '[DONE]'
/** How long a server may take to end a stream after the mark. */
const REST_MS = 2_000
const REST_BYTES = 256 * 1024

/** The events of one answer, as many at a time as arrived together. */
export type AnswerEvents = {
  /** The next ones, each parsed; null once the answer is over. */
  readonly next: () => Promise<readonly unknown[] | null>
  /** True once the mark of the end was there: some servers send nothing else that tells a whole answer from a cut one. */
  readonly isDone: () => boolean
  /** Lets go of the connection. When the answer was read to its mark, what follows runs out first, for a while. */
  readonly close: () => void
}

/**
 * Reads an answer that a server streams as server-sent events (HTML standard, 9.2) whose data is JSON. A server that
 * ignores `stream` sends one document, which counts as one event. Throws an `AppError` for anything else and for more
 * than `mostBytes`, comments and empty lines included, and a `SyntaxError` for an event that is no JSON.
 */
export async function readAnswer(
  response: HttpAnswer,
  scene: ErrorScene,
  schedule: Clock['schedule'],
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<AnswerEvents> {
  const { host } = scene
  const type = response.headers.get('content-type') ?? ''
  if (/\bhtml\b/i.test(type)) {
    await response.body?.cancel()
    throw AppError.saying('llm.not_found', say('llm.webPage', { host }))
  }
  const decoder = new TextDecoder()
  const body = response.body?.getReader() ?? null
  const { read, isDone } = /\bapplication\/json\b/i.test(type) ? wholeReader(scene) : streamReader(scene)
  let over = false
  let left = mostBytes
  return {
    next: async () => {
      // What follows the mark is nobody's answer, and a server that keeps the connection open would be waited for.
      while (!over && !isDone()) {
        const piece = await body?.read()
        over = piece?.value === undefined
        left -= piece?.value?.byteLength ?? 0
        if (left < 0) throw flooded(scene, mostBytes)
        const events = read(over ? null : decoder.decode(piece?.value, { stream: true }))
        if (events.length > 0) return events
      }
      return null
    },
    isDone,
    close: () => {
      if (body === null || over) return
      if (isDone()) void runOut(body, schedule)
      else void body.cancel().catch(() => undefined)
    },
  }
}

/** Reads what is left, so that the connection can serve the next request. It is given up when that takes long. */
async function runOut(body: BodyReader, schedule: Clock['schedule']): Promise<void> {
  const giveUp = () => void body.cancel().catch(() => undefined)
  const stopTimer = schedule(REST_MS, giveUp)
  try {
    let left = REST_BYTES
    for (let rest = await body.read(); !rest.done && left > 0; rest = await body.read()) {
      left -= rest.value?.byteLength ?? 0
    }
    if (left <= 0) giveUp()
  } catch {
    // The connection is gone: the answer had been read to its end before.
  } finally {
    stopTimer()
  }
}

/** Takes the text of an answer piece by piece, null at its end, and gives the events that are whole. */
type Reader = {
  readonly read: (text: string | null) => readonly unknown[]
  readonly isDone: () => boolean
}

function streamReader(scene: ErrorScene): Reader {
  let events: unknown[] = []
  let done = false
  const lines = createLineEnds()
  const parser = createParser({
    maxBufferSize: MOST_CHARS,
    onEvent: ({ event, data }) => {
      if (done) return
      done = data === MARK
      if (!done) events.push(checked(parseJson(data), event, scene))
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLong(scene)
    },
  })
  return {
    read: (text) => {
      // The end of an answer ends its last event, whether an empty line follows it or not.
      parser.feed(text === null ? '\n\n' : lines(text))
      const found = events
      events = []
      return found
    },
    isDone: () => done,
  }
}

/** Makes every line end the same one. The parser takes quadratic time for texts that only know the other. */
function createLineEnds(): (text: string) => string {
  let isHalf = false
  return (text) => {
    const rest = isHalf && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') isHalf = rest.endsWith('\r')
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }
}

function wholeReader(scene: ErrorScene): Reader {
  let whole = ''
  let done = false
  return {
    read: (text) => {
      whole += text ?? ''
      if (whole.length > MOST_CHARS) throw tooLong(scene)
      if (text !== null) return []
      done = true
      return [checked(parseJson(whole), undefined, scene)]
    },
    isDone: () => done,
  }
}

/** What goes wrong once an answer has begun is told inside it. */
function checked(event: unknown, kind: string | undefined, scene: ErrorScene): unknown {
  const error = typeof event === 'object' && event !== null && 'error' in event ? event.error : null
  const told = kind === 'error' ? (error ?? event) : error
  if (told === null || told === undefined || told === false) return event
  throw refusalError(refusalOf({ status: null, body: told }), scene)
}

function flooded({ host }: ErrorScene, mostBytes: number): AppError {
  const size = `${Math.round(mostBytes / 1024 / 1024)} MB`
  return AppError.saying('llm.other', say('llm.floods', { host, size }))
}

function tooLong({ host }: ErrorScene): AppError {
  return AppError.saying('llm.stream', say('llm.notJson', { host }))
}
