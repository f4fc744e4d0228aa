import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { wrapInTag } from '../../context/branch/envelope.ts'

/** The numbered messages of a chat for a model that scans it. */
export type ChatRecord = {
  readonly prompt: string
  /** The message of each number; the first is number one. */
  readonly messages: readonly EventId[]
  /** The newest of them. */
  readonly through: EventId
}

/** Scanned characters of a message and of a chat. */
const MOST_OF_MESSAGE = 2_000
const MOST_OF_CHAT = 24_000

const WANTED = `List what is worth remembering as JSON and nothing else:
[{"message": 1, "key": "a short name", "content": "one fact in plain words that can be understood without this chat", "tags": ["word"]}]
"message" is the number of the message in which it was said. Give [] when there is nothing.`

/**
 * Returns the messages since `after`, or all, without snipped ones. Null when the person wrote none. The
 * oldest are dropped first.
 */
export function chatRecordOf(path: readonly DurableEvent[], after: EventId | null): ChatRecord | null {
  const from = after === null ? -1 : path.findIndex(({ id }) => id === after)
  const out = snippedIn(path).events
  const said = path.slice(from + 1).flatMap((event) => {
    if (event.kind !== 'message' || out.has(event.id) || event.payload.message.role === 'tool') return []
    const { role } = event.payload.message
    const text = textOf(event.payload.message).trim().slice(0, MOST_OF_MESSAGE)
    return text === '' ? [] : [{ id: event.id, by: role === 'user' ? 'person' : 'agent', text }]
  })
  let left = MOST_OF_CHAT
  const kept = said.toReversed().filter(({ text }) => {
    left -= text.length
    return left >= 0
  })
  const messages = kept.toReversed()
  const newest = messages.at(-1)
  if (newest === undefined || !messages.some(({ by }) => by === 'person')) return null
  const lines = messages.map(({ by, text }, index) =>
    wrapInTag('message', text, { number: `${index + 1}`, by }),
  )
  const prompt = [wrapInTag('conversation', lines.join('\n')), WANTED].join('\n\n')
  return { prompt, messages: messages.map(({ id }) => id), through: newest.id }
}
