import type { DurableEvent } from '../events/event.ts'
import type { EventId } from '../ids.ts'

/** The snipped parts of a branch: the person left them out of the model's input. */
export type Snipped = {
  /** The messages with which the exchanges begin, in the order of the branch. */
  readonly firsts: ReadonlySet<EventId>
  /** All that was said and told in them. */
  readonly events: ReadonlySet<EventId>
}

/** One snipped exchange, as shown to the person. */
export type SnippedExchange = {
  readonly first: EventId
  /** The person's message in it, at most `WORDS_SHOWN` characters. */
  readonly words: string
  /** About what a request is shorter by, in tokens. */
  readonly tokens: number
  /** The message with which the next exchange begins; null when there is none. */
  readonly next: EventId | null
}

/** The most of a question that is shown in a list. */
export const WORDS_SHOWN = 200

const NOTHING: Snipped = { firsts: new Set(), events: new Set() }

/** Whether an event is a user message, which begins an exchange up to the next one. */
export function beginsExchange(event: DurableEvent): boolean {
  return event.kind === 'message' && event.payload.message.role === 'user'
}

/** Reads off a branch what is left out at its end. The newest word on an exchange holds. */
export function snippedIn(path: readonly DurableEvent[]): Snipped {
  const out = new Set<EventId>()
  for (const event of path) {
    if (event.kind === 'exchange.snipped') out.add(event.payload.first)
    if (event.kind === 'exchange.restored') out.delete(event.payload.first)
  }
  if (out.size === 0) return NOTHING
  const firsts = new Set<EventId>()
  const events = new Set<EventId>()
  let isOut = false
  for (const event of path) {
    if (beginsExchange(event)) {
      isOut = out.has(event.id)
      if (isOut) firsts.add(event.id)
    }
    if (isOut && (event.kind === 'message' || event.kind === 'harness.item')) events.add(event.id)
  }
  return { firsts, events }
}
