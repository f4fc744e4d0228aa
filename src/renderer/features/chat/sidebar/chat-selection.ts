import type { SessionId } from '#shared/ids.ts'

/** The chats that are selected, and the one from which a range begins. */
export type ChatSelection = {
  readonly ids: ReadonlySet<SessionId>
  readonly anchor: SessionId | null
}

export const NOTHING_SELECTED: ChatSelection = { ids: new Set(), anchor: null }

/** Selects a chat, or takes it out. A range begins there from now on. */
export function withToggled({ ids }: ChatSelection, id: SessionId): ChatSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects everything from the anchor to a chat, in the order of the list. `current` begins the first range. */
export function withRange(
  { anchor }: ChatSelection,
  to: SessionId,
  { order, current }: { readonly order: readonly SessionId[]; readonly current: SessionId | null },
): ChatSelection {
  const start = [anchor, current].find((id) => id !== null && order.includes(id)) ?? to
  const [from, until] = [order.indexOf(start), order.indexOf(to)].toSorted((left, right) => left - right)
  return { ids: new Set(order.slice(from, (until ?? 0) + 1)), anchor: start }
}

/** Leaves out what is not listed any more. */
export function withinListed(selection: ChatSelection, listed: ReadonlySet<SessionId>): ChatSelection {
  const ids = [...selection.ids].filter((id) => listed.has(id))
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) }
}
