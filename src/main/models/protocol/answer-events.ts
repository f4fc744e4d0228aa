import { createParser } from 'eventsource-parser'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ErrorScene } from '../errors/error-scene.ts'
import { RefusedInside, refusalOf } from '../errors/refusal.ts'
import type { BodyReader, HttpAnswer } from '../http/http-answer.ts'

/** A whole answer, or one event of a stream, is read up to here. */
const MOST_CHARS = 8 * 1024 * 1024
/** The end marker of the protocol. */
const MARK = '[DONE]'
/** Maximum wait, and bytes, for the end of a stream after the marker. */
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
 * ignores `stream` sends one document, which counts as one event. The first letter tells the two apart, because servers
 * mistake the content type. Throws a `RefusedInside` for an error that the server reports, an `AppError` for more than
 * `mostBytes`, comments and empty lines included, and a `SyntaxError` for an event that is no JSON.
 */
export function readAnswer(
  response: HttpAnswer,
  scene: ErrorScene,
  schedule: Clock['schedule'],
  mostBytes = Number.POSITIVE_INFINITY,
): AnswerEvents {
  const decoder = new TextDecoder()
  const body = response.body?.getReader() ?? null
  const { read, isDone } = sniffedReader(scene)
  let over = false
  let left = mostBytes
  return {
    next: async () => {
      // Data after the marker belongs to no answer, and a server may keep the connection open.
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

/** Reads a stream or a document, as the first letter says. */
function sniffedReader(scene: ErrorScene): Reader {
  let before = ''
  let inner: Reader | null = null
  return {
    read: (text) => {
      if (inner !== null) return inner.read(text)
      before += text ?? ''
      // Some servers write a byte order mark, and keep a connection open with empty lines.
      const first = before.replace(/^\ufeff/, '').trimStart()[0]
      if (first === undefined && text !== null && before.length <= MOST_BLANKS) return []
      if (first === '<') throw AppError.saying('llm.not_found', say('llm.webPage', { host: scene.host }))
      inner = first === '{' || first === '[' ? wholeReader(scene) : streamReader(scene)
      const events = inner.read(before)
      return text === null ? [...events, ...inner.read(null)] : events
    },
    isDone: () => inner?.isDone() ?? false,
  }
}

/** Blank letters before an answer that are waited for. */
const MOST_BLANKS = 64 * 1024

function streamReader(scene: ErrorScene): Reader {
  let events: unknown[] = []
  let done = false
  let count = 0
  let beginning = ''
  const lines = createLineEnds()
  const parser = createParser({
    maxBufferSize: MOST_CHARS,
    onEvent: ({ event, data }) => {
      const text = data.trim()
      if (done || text === '' || isSignOfLife(event, text)) return
      count += 1
      done = text === MARK
      if (!done) events.push(checked(dataOf(text), event))
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLong(scene)
    },
  })
  return {
    read: (text) => {
      if (count === 0 && beginning.length < MOST_WORDS) beginning += text ?? ''
      // The end of an answer ends its last event, whether an empty line follows it or not.
      parser.feed(text === null ? '\n\n' : lines(text))
      if (text === null && count === 0) checkPlainWords(beginning)
      const found = events
      events = []
      return found
    },
    isDone: () => done,
  }
}

/** Bytes read of an answer without events, as plain text. */
const MOST_WORDS = 4 * 1024

/** Events by which servers keep a connection open. */
function isSignOfLife(event: string | undefined, text: string): boolean {
  // Data of an answer is longer, so it needs no look.
  return event === 'ping' || (text.length <= LONGEST_SIGN && /^(?:ping|keep-?alive|heartbeat)$/i.test(text))
}

const LONGEST_SIGN = 'keep-alive'.length

/** Parses the data of one event. Plain text instead of JSON is an error message. */
function dataOf(text: string): unknown {
  if (!text.startsWith('{') && !/^[["\d-]/.test(text))
    throw new RefusedInside(refusalOf({ status: null, body: text }))
  return parseJson(text)
}

/** Throws for an answer that holds words and no event: a server wrote its error as plain text. */
function checkPlainWords(text: string): void {
  const isField = /^(?::|(?:event|id|retry|data)\s*(?::|$))/
  const words = text.split(/\r\n?|\n/).filter((line) => !isField.test(line))
  const body = words.join('\n').trim()
  if (body !== '') throw new RefusedInside(refusalOf({ status: null, body }))
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
      return documentsIn(whole.replace(/^\ufeff/, '')).map((each) => checked(each, undefined))
    },
    isDone: () => done,
  }
}

/** The JSON of a whole answer; some servers write one document a line. */
function documentsIn(text: string): unknown[] {
  const lines = text.trim().split(/\r?\n/)
  try {
    return [parseJson(text)]
  } catch (error) {
    if (lines.length === 1) throw error
    return lines.filter((line) => line.trim() !== '' && line.trim() !== MARK).map(parseJson)
  }
}

/** Throws for an error inside the stream, where servers report failures of a started answer. */
function checked(event: unknown, kind: string | undefined): unknown {
  const error = typeof event === 'object' && event !== null && 'error' in event ? event.error : null
  const told = kind === 'error' ? (error ?? event) : (error ?? null)
  const isError = told !== null && told !== false && told !== ''
  if (isError) throw new RefusedInside(refusalOf({ status: null, body: event }))
  if (isBareError(event)) throw new RefusedInside(refusalOf({ status: null, body: event }))
  return event
}

/** Whether an event is an error message without the key "error": it says something and holds no answer. */
function isBareError(event: unknown): boolean {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return false
  const fields = event as Record<string, unknown>
  if (fields['object'] === 'error' || fields['success'] === false) return true
  // Looked at one by one, since this runs for every event.
  for (const field of ANSWER_FIELDS) if (field in fields) return false
  return ERROR_FIELDS.some((field) => isWords(fields[field]))
}

const isWords = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value)

/** Fields of the events that carry an answer. */
const ANSWER_FIELDS = ['choices', 'usage', 'candidates', 'delta', 'id'] as const
/** Fields in which servers write what went wrong. */
const ERROR_FIELDS = ['message', 'msg', 'detail'] as const

/** Returns the error for an answer of more than `mostBytes`. */
export function flooded({ host }: Pick<ErrorScene, 'host'>, mostBytes: number): AppError {
  const size = `${Math.round(mostBytes / 1024 / 1024)} MB`
  return AppError.saying('llm.other', say('llm.floods', { host, size }))
}

function tooLong({ host }: ErrorScene): AppError {
  return AppError.saying('llm.stream', say('llm.notJson', { host }))
}
