import { parseJson } from '#shared/parse-json.ts'
import { RefusedInside, refusalOf } from '../errors/refusal.ts'
import { isLoose, type Loose } from '../http/loose.ts'
import type { TextSocket } from '../http/text-socket.ts'
import type { AnswerEvents } from '../protocol/answer-events.ts'

/** The end of an answer on a socket. `items` are its finished output items. */
export type SocketEnd = { readonly response: Loose; readonly items: readonly Loose[] }

type Deps = {
  readonly socket: TextSocket
  readonly message: string
  readonly mostBytes: number
  /** Called once: with the end of a complete answer, or null for any other end. */
  readonly over: (end: SocketEnd | null) => void
}

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/**
 * Sends one `response.create` over a socket and reads the events of its answer. An error of the server or a lost
 * connection ends the answer.
 */
export function askOverSocket({ socket, message, mostBytes, over }: Deps): AnswerEvents {
  let events: unknown[] = []
  const items: Loose[] = []
  let left = mostBytes
  let isDone = false
  let failure: unknown = null
  let isOver = false
  let wake = () => {}

  const end = (ending: SocketEnd | null, error: unknown = null): void => {
    if (isOver) return
    isOver = true
    failure = error
    over(ending)
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
        if (left < 0) throw new Error('The answer is too large.')
        take(parseJson(text))
      } catch (error) {
        end(null, error)
      }
    },
    closed: () => end(null),
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
