import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Writer } from '#shared/session/writer.ts'

/** What is said to an agent, as a message: by the person, or by another writer. */
export function promptEvent(prompt: string, by: Writer = 'person'): NewDurableEvent {
  const origin = by === 'person' ? {} : { origin: { channel: by } }
  return {
    kind: 'message',
    payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] }, ...origin },
  }
}
