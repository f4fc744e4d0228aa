import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId, ModelRef } from '#shared/ids.ts'
import type { RunSpec } from '#shared/run/run.ts'
import type { Part } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import type { ContextRecord } from '#shared/session/session.ts'

type Input = {
  readonly context: ContextRecord
  readonly model: ModelRef
  readonly parts: readonly Part[]
  /** The queued message this is, so that taking it off the queue and storing it are one act. */
  readonly item: QueueItem | null
  readonly inputEventId: EventId
}

/** What a chat run is registered with, and the events that are stored with its first state. */
export function chatStart(input: Input): { spec: RunSpec; first: NewDurableEvent[] } {
  const { context, model, parts, item, inputEventId } = input
  const spec: RunSpec = { kind: 'chat', contextId: context.id, agentId: context.agentId, model, inputEventId }
  const message: NewDurableEvent = {
    kind: 'message',
    id: inputEventId,
    payload: {
      message: { role: 'user', parts: [...parts] },
      ...(item === null ? {} : { queueItemId: item.itemId }),
    },
  }
  if (item === null) return { spec, first: [message] }
  const { lane, itemId } = item
  return { spec, first: [{ kind: 'queue.changed', payload: { lane, op: 'consume', itemId } }, message] }
}
