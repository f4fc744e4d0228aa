import type { ContextId, EventId } from '#shared/ids.ts'
import type { TreeRow } from './fork-points.ts'

/**
 * The tree of a conversation without what agents left that were only chosen on the way to another: nobody wants to go
 * back to where nothing was said. Where one stands stays, and so does whatever something goes on from.
 */
export function usedRows(rows: readonly TreeRow[], leaf: EventId | null): readonly TreeRow[] {
  const contextOf = new Map<EventId, ContextId | null>()
  const used = new Set<ContextId | null>()
  for (const { id, kind, context, parent_id } of rows) {
    contextOf.set(id, context)
    if (kind !== 'harness.item' || id === leaf) used.add(context)
    const before = parent_id === null ? undefined : contextOf.get(parent_id)
    if (before !== undefined && before !== context) used.add(before)
  }
  return rows.filter(({ context }) => used.has(context))
}
