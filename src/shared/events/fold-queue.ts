import { never } from '../never.ts'
import type { QueueItem } from '../session/queue/queue.ts'
import type { DurablePayload } from './event.ts'

/** Follows the two lanes. Items keep their order; a change to an item that is gone is ignored. */
export function foldQueue(
  queue: readonly QueueItem[],
  change: DurablePayload<'queue.changed'>,
): readonly QueueItem[] {
  const { op, itemId, lane, text, files, position } = change
  if (op === 'add') {
    if (queue.some((item) => item.itemId === itemId)) return queue
    const along = { ...(files === undefined ? {} : { files }), ...saidBy(change) }
    const added = { itemId, lane, text: text ?? '', held: false, ...along }
    return insertedAt(queue, added, position)
  }
  const item = queue.find((entry) => entry.itemId === itemId)
  if (item === undefined) return queue
  const others = queue.filter((entry) => entry.itemId !== itemId)
  switch (op) {
    case 'delete':
    case 'consume':
      return others
    case 'hold':
    case 'release':
      return queue.map((entry) => (entry === item ? { ...item, held: op === 'hold' } : entry))
    case 'update': {
      const changed = { ...item, lane, text: text ?? item.text }
      if (position === undefined) return queue.map((entry) => (entry === item ? changed : entry))
      return insertedAt(others, changed, position)
    }
    default:
      return never(op)
  }
}

type Along = Pick<QueueItem, 'by' | 'call' | 'command'>

function saidBy({ by, call, command }: Along): Along {
  return {
    ...(by === undefined ? {} : { by }),
    ...(call === undefined ? {} : { call }),
    ...(command === undefined ? {} : { command }),
  }
}

function insertedAt(queue: readonly QueueItem[], item: QueueItem, position: number | undefined) {
  const at = Math.max(0, Math.min(position ?? queue.length, queue.length))
  return [...queue.slice(0, at), item, ...queue.slice(at)]
}
