import type { MemoEntry } from '#shared/workflow/memo.ts'

/** The memo lookup of a call: its ordinal among identical calls, and the reusable result, if any. */
export type Recalled = { readonly nth: number; readonly entry: MemoEntry | null }

/** Results of earlier attempts, found by content. */
export type Memo = { readonly recall: (key: string) => Recalled; readonly size: number }

/**
 * Identical calls are interchangeable: a call takes the result with its own number, or else any that no other call
 * has taken. What a fork took over of agents that could change things counts, unless `reuseEdits`, only up to the first
 * call that its parent did not answer: after it, the files they changed may look different. That stays so on a resume,
 * while what the run did itself always counts.
 */
export function createMemo(entries: readonly MemoEntry[], reuseEdits: boolean): Memo {
  const known = new Map<string, Map<number, MemoEntry>>()
  for (const entry of entries) {
    const same = known.get(entry.key) ?? new Map<number, MemoEntry>()
    known.set(entry.key, same.set(entry.nth, entry))
  }
  const calls = new Map<string, number>()
  const taken = new Map<string, Set<number>>()
  let parted = false

  const recall = (key: string): Recalled => {
    const count = calls.get(key) ?? 0
    calls.set(key, count + 1)
    const numbers = taken.get(key) ?? new Set<number>()
    taken.set(key, numbers)
    const rows = known.get(key) ?? new Map<number, MemoEntry>()
    const nth = numberFor(count, rows, numbers)
    numbers.add(nth)
    const entry = rows.get(nth) ?? null
    const counts = entry !== null && (entry.taken !== true || reuseEdits || !parted || !entry.hadWriteTools)
    if (!counts || entry.taken !== true) parted = true
    return { nth, entry: counts ? entry : null }
  }
  return { recall, size: entries.length }
}

function numberFor(count: number, rows: ReadonlyMap<number, MemoEntry>, taken: ReadonlySet<number>): number {
  if (rows.has(count) && !taken.has(count)) return count
  const spare = [...rows.keys()].filter((nth) => !taken.has(nth)).sort((left, right) => left - right)[0]
  if (spare !== undefined) return spare
  let free = count
  while (taken.has(free)) free += 1
  // A lower number may be free where an earlier attempt lost the call that had it.
  for (let low = 0; low < free; low += 1) if (!taken.has(low)) return low
  return free
}
