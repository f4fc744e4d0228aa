import { parseJson } from '#shared/parse-json.ts'
import { RefusedInside, refusalOf } from '../errors/refusal.ts'
import { isLoose, type Loose } from '../http/loose.ts'
import type { TextSocket } from '../http/text-socket.ts'
import { type AnswerEvents, flooded } from '../protocol/answer-events.ts'

/** The end of an answer on a socket. `items` are its finished output items. */
export type SocketEnd = { readonly response: Loose; readonly items: readonly Loose[] }

type Deps = {
  readonly socket: TextSocket
  readonly message: string
  /** The server, for errors. */
  readonly host: string
  readonly mostBytes: number
  /** Called once: with the end of a complete answer, or null for any other end. `isBegun`: a part of it came. */
  readonly over: (end: SocketEnd | null, isBegun: boolean) => void
}

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** Whether an event carries a part of the answer or its end, so that the caller learns of it. */
export function isAnswering(event: unknown): boolean {
  if (!isLoose(event)) return false
  const { type, delta, item } = event
  if (type === 'response.output_item.done') return true
  if (type === 'response.output_item.added') return isLoose(item) && item['type'] === 'function_call'
  if (typeof delta === 'string') return delta !== ''
  return ENDS.has(type) && type !== 'response.failed'
}

/**
 * Sends one `response.create` over a socket and reads the events of its answer. It fails as an answer over HTTP does:
 * with the error of the server, with a lost connection, or with an end that comes too early.
 */
export function askOverSocket({ socket, message, host, mostBytes, over }: Deps): AnswerEvents {
  let events: unknown[] = []
  const items: Loose[] = []
  let left = mostBytes
  let isDone = false
  let failure: unknown = null
  let isBegun = false
  let isOver = false
  let wake = () => {}

  const end = (ending: SocketEnd | null, error: unknown = null): void => {
    if (isOver) return
    isOver = true
    failure = error
    over(ending, isBegun)
    wake()
  }
  const take = (event: unknown): void => {
    if (!isLoose(event)) return
    const { type, item, response } = event
    if (type === 'error') {
      const status = typeof event['status'] === 'number' ? event['status'] : null
      end(null, new RefusedInside(refusalOf({ status, body: event })))
      return
    }
    events.push(event)
    isBegun ||= isAnswering(event)
    if (type === 'response.output_item.done' && isLoose(item)) items.push(item)
    if (ENDS.has(type)) {
      isDone = true
      end(type === 'response.completed' && isLoose(response) ? { response, items } : null)
    } else wake()
  }
  socket.listen({
    text: (text) => {
      if (isOver) return
      left -= text.length
      try {
        if (left < 0) throw flooded({ host }, mostBytes)
        take(parseJson(text))
      } catch (error) {
        end(null, error)
      }
    },
    closed: (isLost) => end(null, isLost ? lost() : null),
  })
  socket.send(message)

  return {
    next: async () => {
      while (events.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (events.length === 0 && failure !== null) throw failure
      const found = events
      events = []
      return found.length === 0 ? null : found
    },
    isDone: () => isDone,
    close: () => end(null),
  }
}

/** The error of a connection that broke, as the network reports it. */
function lost(): Error {
  return Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })
}
