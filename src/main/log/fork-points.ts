import type { ContextId, EventId } from '#shared/ids.ts'
import type { Ahead } from '#shared/session/fork.ts'

/** An event's position in the tree. Rows are in storage order, so a parent precedes its children. */
export type TreeRow = {
  readonly id: EventId
  readonly parent_id: EventId | null
  readonly kind: string
  /** In whose history it was stored; null for one of none. */
  readonly context: ContextId | null
  /** The context that a first event begins; null for an event with a parent. */
  readonly line?: ContextId | null
}

/** A way on from a place where there are several. `messages` counts those on the way to its leaf. */
export type BranchPoint = {
  readonly id: EventId
  readonly leafId: EventId
  readonly messages: number
  /** Whether it leads to the leaf that was asked about. */
  readonly shown: boolean
}
/** `on` is the branch that contains the position. */
export type ForkPoint = {
  readonly parentId: EventId | null
  readonly on: EventId | null
  readonly branches: readonly BranchPoint[]
}

/** Returns the forks of a conversation in order of creation. */
export function forkPointsOf(rows: readonly TreeRow[], leaf: EventId | null): ForkPoint[] {
  // Two histories that begin side by side, each with an agent of its own, are no two ways on from one place.
  const children = new Map<EventId | ContextId | null, TreeRow[]>()
  for (const row of rows) {
    const place = row.parent_id ?? row.line ?? null
    const known = children.get(place)
    if (known === undefined) children.set(place, [row])
    else known.push(row)
  }
  const ends = endsOf(rows)
  const forks = [...children.values()].filter((starts) => starts.length > 1)
  const starts = new Map(forks.flat().map(({ id, parent_id }) => [id, parent_id]))
  const ways = waysOf(rows, starts)
  const wayAt = (id: EventId | null) => (id === null ? null : (ways.get(id) ?? null))
  const shown = new Set<EventId>()
  for (let way = wayAt(leaf); way !== null; way = wayAt(starts.get(way) ?? null)) shown.add(way)
  return forks.map((parting) => {
    const parentId = parting[0]?.parent_id ?? null
    const branches = parting.map(({ id }): BranchPoint => {
      const end = ends.get(id)
      return { id, leafId: end?.leafId ?? id, messages: end?.messages ?? 0, shown: shown.has(id) }
    })
    return { parentId, on: wayAt(parentId), branches }
  })
}

/**
 * Returns the newest leaf below a position and the number of branches from there. The position is an event,
 * or a context for its start. Null at a leaf.
 */
export function aheadOf(rows: readonly TreeRow[], place: EventId | ContextId): Omit<Ahead, 'from'> | null {
  const starts = rows.filter((row) => (row.parent_id ?? row.line ?? null) === place)
  if (starts.length === 0) return null
  const ends = endsOf(rows)
  const seqOf = ({ id }: TreeRow) => ends.get(id)?.seq ?? 0
  const newest = starts.reduce((best, row) => (seqOf(row) > seqOf(best) ? row : best))
  const { leafId, messages } = ends.get(newest.id) ?? { leafId: newest.id, messages: 0 }
  return { leafId, messages, ways: starts.length, isSummary: newest.kind === 'compact' && messages === 0 }
}

/** Maps every event to the first event of its branch. Parents must precede their children. */
function waysOf(
  rows: readonly TreeRow[],
  starts: ReadonlyMap<EventId, EventId | null>,
): ReadonlyMap<EventId, EventId> {
  const ways = new Map<EventId, EventId>()
  for (const { id, parent_id } of rows) {
    const way = starts.has(id) ? id : parent_id === null ? undefined : ways.get(parent_id)
    if (way !== undefined) ways.set(id, way)
  }
  return ways
}

/** The newest end below an event, or the event itself when nothing follows it. */
export function newestLeafOf(rows: readonly TreeRow[], id: EventId): EventId {
  return endsOf(rows).get(id)?.leafId ?? id
}

type End = { readonly seq: number; readonly leafId: EventId; readonly messages: number }

/** For every event the newest of its descendants, found in one pass from the newest event to the oldest. */
function endsOf(rows: readonly TreeRow[]): ReadonlyMap<EventId, End> {
  const ends = new Map<EventId, End>()
  for (let seq = rows.length - 1; seq >= 0; seq -= 1) {
    const row = rows[seq]
    if (row === undefined) continue
    const below = ends.get(row.id)
    const own = row.kind === 'message' ? 1 : 0
    const end =
      below === undefined
        ? { seq, leafId: row.id, messages: own }
        : { ...below, messages: below.messages + own }
    ends.set(row.id, end)
    if (row.parent_id === null) continue
    const known = ends.get(row.parent_id)
    if (known === undefined || known.seq < end.seq) ends.set(row.parent_id, end)
  }
  return ends
}
