import type { HarnessItem } from '#shared/context/harness-item.ts'
import { ITEM_FIELDS } from '#shared/context/item-fields.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { memoryText } from './memory-text.ts'

/**
 * The recalls among events, newest last. Items of older logs only lived as long as their run and do not count.
 */
export function recallsIn(events: readonly DurableEvent[]): readonly HarnessItem[] {
  return events.flatMap((event) => {
    if (event.kind !== 'harness.item' || event.payload.lifetime === 'run') return []
    return event.payload.kind === 'memory-recall' ? [event.payload] : []
  })
}

/** Whether a recall holds a memory in the words it has now. A changed memory counts as new. */
export function isRecalled(item: MemoryItem, recalls: readonly HarnessItem[]): boolean {
  const words = memoryText(item)
  return recalls.some(
    (recall) =>
      recall.content.includes(words) && ITEM_FIELDS.memories(recall)?.some(({ id }) => id === item.id),
  )
}
