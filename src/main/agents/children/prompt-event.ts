import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Writer } from '#shared/session/writer.ts'

/** Creates a message event to an agent, from the person or another author. */
export function promptEvent(prompt: string, by: Writer = 'person'): NewDurableEvent {
  const origin = by === 'person' ? {} : { origin: { channel: by } }
  return {
    kind: 'message',
    payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] }, ...origin },
  }
}
