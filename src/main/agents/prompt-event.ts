import type { NewDurableEvent } from '#shared/events/event.ts'

/** What is said to an agent, as a message. */
export function promptEvent(prompt: string): NewDurableEvent {
  return { kind: 'message', payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] } } }
}
