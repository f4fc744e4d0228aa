import type { EventId } from '#shared/ids.ts'
import type { Branch, Fork } from '#shared/session/fork.ts'
import { plainLine } from '../../../ui/text/plain-line.ts'

type Common = {
  readonly id: string
  readonly level: number
  readonly expanded: boolean | null
  readonly text: string
}

/** A line of the tree of a chat: a place where it parts, or one of the ways on from there. */
export type BranchRow =
  | (Common & { readonly kind: 'fork'; readonly atStart: boolean })
  | (Common & {
      readonly kind: 'branch'
      readonly branch: Branch
      readonly at: number
      readonly count: number
    })

/** The tree of a chat from top to bottom. What was closed is one line; the walk needs no depth of calls. */
export function branchRows(forks: readonly Fork[], closed: ReadonlySet<string>): BranchRow[] {
  const onWay = new Map<EventId | null, Fork[]>()
  for (const fork of forks) {
    const known = onWay.get(fork.on)
    if (known === undefined) onWay.set(fork.on, [fork])
    else known.push(fork)
  }
  const rows: BranchRow[] = []
  const forksOn = (way: EventId | null, level: number): Waiting[] =>
    (onWay.get(way) ?? []).map((fork) => ({ fork, level })).reverse()
  const waiting = forksOn(null, 1)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const row = 'fork' in next ? forkRow(next.fork, next.level, closed) : branchRow(next, onWay, closed)
    rows.push(row)
    if (row.expanded !== true) continue
    if ('fork' in next) waiting.push(...waysOf(next.fork, next.level + 1).reverse())
    else waiting.push(...forksOn(next.branch.id, next.level + 1))
  }
  return rows
}

/** The line of the way that is shown, as deep as it has parted. */
export function shownRow(rows: readonly BranchRow[]): string | null {
  return rows.findLast((row) => row.kind === 'branch' && row.branch.shown)?.id ?? null
}

type WayWaiting = {
  readonly branch: Branch
  readonly at: number
  readonly count: number
  readonly level: number
}
type Waiting = { readonly fork: Fork; readonly level: number } | WayWaiting

function waysOf({ branches }: Fork, level: number): Waiting[] {
  return branches.map((branch, index) => ({ branch, at: index + 1, count: branches.length, level }))
}

function forkRow({ parentId, text }: Fork, level: number, closed: ReadonlySet<string>): BranchRow {
  const id = `fork/${parentId ?? 'start'}`
  return {
    kind: 'fork',
    id,
    level,
    expanded: !closed.has(id),
    text: plainLine(text).text,
    atStart: parentId === null,
  }
}

function branchRow(
  { branch, at, count, level }: WayWaiting,
  onWay: ReadonlyMap<EventId | null, readonly Fork[]>,
  closed: ReadonlySet<string>,
): BranchRow {
  const expanded = onWay.has(branch.id) ? !closed.has(branch.id) : null
  return {
    kind: 'branch',
    id: branch.id,
    level,
    expanded,
    text: plainLine(branch.text).text,
    branch,
    at,
    count,
  }
}
