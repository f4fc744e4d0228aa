import type { ContextId, EventId } from '#shared/ids.ts'
import type { TreeRow } from './fork-points.ts'

/**
 * Returns the tree without contexts that were selected but never used, because they hold no conversation. The
 * current position and every branching point are kept.
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
