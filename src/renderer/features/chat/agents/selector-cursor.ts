import type { SessionId } from '#shared/ids.ts'

/** The row the keys of the selector are on: an agent, or null for the chat itself, and where that stood. */
export type SelectorCursor = { readonly id: SessionId | null; readonly at: number }

export type SelectorIds = readonly (SessionId | null)[]

/** On the row at this place, or the last one. */
export function cursorAt(at: number, ids: SelectorIds): SelectorCursor {
  const place = Math.max(0, Math.min(at, ids.length - 1))
  return { id: ids[place] ?? null, at: place }
}

/** Returns the cursor position. It follows its agent and keeps the position once that is gone. */
export function placeOf({ id, at }: SelectorCursor, ids: SelectorIds): number {
  const now = ids.indexOf(id)
  return now < 0 ? cursorAt(at, ids).at : now
}

/** Returns the cursor after its agent is removed: the agent that takes its position. */
export function besides(at: number, ids: SelectorIds): SelectorCursor {
  const next = cursorAt(at + 1 < ids.length ? at + 1 : at - 1, ids)
  return { ...next, at: Math.min(at, next.at) }
}
