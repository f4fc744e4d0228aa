import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId } from '#shared/ids.ts'

/**
 * Returns the event that moves the conversation to another position; null is its beginning. No event is
 * removed.
 */
export function leafMoved(
  contextId: ContextId,
  to: EventId | null,
  cause: 'rewind' | 'branch',
): NewDurableEvent {
  return { kind: 'leaf.moved', payload: { cause, contextId, to } }
}
