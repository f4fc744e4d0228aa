import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId } from '#shared/ids.ts'

/** The conversation goes on from another place; null is its beginning. Nothing is taken away. */
export function leafMoved(
  contextId: ContextId,
  to: EventId | null,
  cause: 'rewind' | 'branch',
): NewDurableEvent {
  return { kind: 'leaf.moved', payload: { cause, contextId, to } }
}
