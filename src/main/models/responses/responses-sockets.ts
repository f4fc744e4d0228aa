import { createHash } from 'node:crypto'
import type { SessionId } from '#shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { DEFAULT_TIMEOUTS } from '../http/model-timeouts.ts'
import type { OpenTextSocket, TextSocket } from '../http/text-socket.ts'
import type { AnswerEvents } from '../protocol/answer-events.ts'
import type { Continued } from '../protocol/protocol.ts'
import { chainOf, heldItems } from './response-chain.ts'
import type { ResponsesRequest } from './responses-request.ts'
import { askOverSocket, isAnswering } from './socket-answer.ts'
import { createSocketLines, type SocketLine } from './socket-lines.ts'

type Deps = {
  readonly open: OpenTextSocket
  readonly clock: Pick<Clock, 'schedule' | 'elapsed'>
  readonly logger: Pick<Logger, 'warn'>
  /** Closes all sockets. */
  readonly signal: AbortSignal
}

type SocketAsk = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly sessionId: SessionId
  readonly body: ResponsesRequest
  readonly mostBytes: number
  /** Told before the request is sent. */
  readonly onSent: (continued: Continued | null) => void
}

/** A server that takes no sockets is asked again after this long. */
const OFF_MS = 10 * 60_000
/** Maximum wait for a part of an answer that the server has begun, as between two parts over HTTP. */
const QUIET_MS = DEFAULT_TIMEOUTS.idleMs

/**
 * Sends requests of the Responses API over one WebSocket for each session, and continues the response before where the
 * request extends it (documentation of 2026-11). The server holds the newest response of a connection in memory only:
 * requests ask it to store nothing. Everything here is best effort. Null asks for the whole request over HTTP, and is
 * the result of every failure before the first part of an answer. A later one fails as an answer over HTTP does.
 */
export function createResponsesSockets({ open, clock, logger, signal }: Deps) {
  const lines = createSocketLines(clock)
  const off = new Map<string, number>()

  const connect = async (
    key: string,
    line: SocketLine,
    { address, headers }: SocketAsk,
    either: AbortSignal,
  ): Promise<TextSocket | null> => {
    if (line.socket !== null) return line.socket
    try {
      line.socket = await open(address, headers, either)
      // The session or the app may have been closed meanwhile.
      return lines.isKept(key, line) && !signal.aborted ? line.socket : null
    } catch (error) {
      either.throwIfAborted()
      off.set(address, clock.elapsed() + OFF_MS)
      const { host } = new URL(address)
      logger.warn('A model server takes no WebSocket; requests go over HTTP', { host, reason: String(error) })
      return null
    }
  }

  const begin = async (key: string, line: SocketLine, ask: SocketAsk, either: AbortSignal) => {
    const socket = await connect(key, line, ask, either)
    if (socket === null) return null
    const { body } = ask
    const held = line.chain === null ? null : heldItems(line.chain, body)
    const continued = held === null || line.chain === null ? null : { previous: line.chain.responseId, held }
    line.chain = null
    ask.onSent(continued)
    const answer = askOverSocket({
      socket,
      message: messageOf(body, continued),
      host: new URL(ask.address).host,
      mostBytes: ask.mostBytes,
      over: (end, isBegun) => {
        line.chain = end === null ? null : chainOf(body, { id: end.response['id'], items: end.items })
        if (end !== null) return lines.free(key, line)
        if (isBegun && !either.aborted) lines.fail(key)
        lines.drop(key, line)
      },
    })
    return begunBy(answer, either, clock.schedule)
  }

  signal.addEventListener('abort', () => lines.close(), { once: true })

  return {
    /** Sends a request over the socket of its session; null where it must be sent whole over HTTP. */
    ask: async (ask: SocketAsk, either: AbortSignal): Promise<AnswerEvents | null> => {
      const { address, body, sessionId } = ask
      if (body.store !== false || signal.aborted) return null
      if ((off.get(address) ?? 0) > clock.elapsed()) return null
      const key = [sessionId, address, digestOf(ask.headers), body.model].join(' ')
      const line = lines.take(key)
      if (line === null) return null
      let answer: AnswerEvents | null = null
      try {
        answer = await begin(key, line, ask, either)
        return answer
      } finally {
        if (answer === null) lines.drop(key, line)
      }
    },
    /** Closes the sockets of a session. */
    close: (sessionId: SessionId): void => lines.close(`${sessionId} `),
    /** The number of open sockets. */
    size: lines.size,
  }
}

export type ResponsesSockets = ReturnType<typeof createResponsesSockets>

/**
 * Waits for the first part of an answer, which `either` ends. Null for an answer that fails before, or that its server
 * begins and then says nothing of.
 */
async function begunBy(
  answer: AnswerEvents,
  either: AbortSignal,
  schedule: Clock['schedule'],
): Promise<AnswerEvents | null> {
  const stop = () => answer.close()
  const done = () => either.removeEventListener('abort', stop)
  either.addEventListener('abort', stop, { once: true })
  let first = await firstPart(answer, schedule).catch(() => null)
  if (first === null) done()
  either.throwIfAborted()
  if (first === null) return null
  return {
    ...answer,
    next: async () => {
      const events = first ?? (await answer.next())
      first = null
      if (events === null) done()
      return events
    },
    close: () => {
      done()
      answer.close()
    },
  }
}

/** Returns the events up to the first part of an answer; null for an answer without one. */
async function firstPart(
  answer: AnswerEvents,
  schedule: Clock['schedule'],
): Promise<readonly unknown[] | null> {
  const found: unknown[] = []
  let stopTimer = () => {}
  try {
    while (!found.some(isAnswering)) {
      const events = await answer.next()
      stopTimer()
      if (events === null) return null
      found.push(...events)
      stopTimer = schedule(QUIET_MS, answer.close)
    }
    return found
  } finally {
    stopTimer()
  }
}

/** The message of a request: the transport has no `stream`, and a continuation leaves out what the server holds. */
function messageOf({ stream: _, ...body }: ResponsesRequest, continued: Continued | null): string {
  const message = { type: 'response.create', ...body }
  if (continued === null) return JSON.stringify(message)
  const input = Array.isArray(body.input) ? body.input.slice(continued.held) : body.input
  return JSON.stringify({ ...message, previous_response_id: continued.previous, input })
}

/** Another key must not use the connection of the one before. */
const digestOf = (headers: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(headers)).digest('base64')
