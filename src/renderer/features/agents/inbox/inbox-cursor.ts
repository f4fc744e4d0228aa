import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'

/** The cursor of the list: a request and its position. */
export type InboxCursor = { readonly id: RequestId | null; readonly at: number }

/** Returns the request under the cursor, or the one that took its position. */
export function itemAt(items: readonly InboxItem[], cursor: InboxCursor): InboxItem | null {
  const found = items.find(({ ask }) => ask.requestId === cursor.id)
  return found ?? items[Math.min(cursor.at, items.length - 1)] ?? null
}

/** The cursor on a request. */
export function cursorOn(items: readonly InboxItem[], item: InboxItem): InboxCursor {
  return { id: item.ask.requestId, at: Math.max(0, items.indexOf(item)) }
}

/** Returns the new cursor position; it stops at the ends. */
export function moved(
  items: readonly InboxItem[],
  cursor: InboxCursor,
  step: number | 'first' | 'last',
): InboxItem | null {
  const current = itemAt(items, cursor)
  const from = current === null ? 0 : items.indexOf(current)
  const to = step === 'first' ? 0 : step === 'last' ? items.length - 1 : from + step
  return items[Math.max(0, Math.min(items.length - 1, to))] ?? null
}
