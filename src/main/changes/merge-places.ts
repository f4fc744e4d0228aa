import { diffArrays } from 'diff'
import type { ConflictTexts } from '#shared/changes/conflict.ts'

/** Milliseconds for comparing two versions of a file. */
const DIFF_LIMIT_MS = 1_000

/** Changed lines: from and to in the base, and in the other version. */
type Change = { readonly base: readonly [number, number]; readonly side: readonly [number, number] }

/** Finds the places where both sides changed the same lines of the base in different ways. */
export function mergePlaces(base: string, ours: string, theirs: string): readonly ConflictTexts[] {
  const [old, left, right] = [linesOf(base), linesOf(ours), linesOf(theirs)]
  const [a, b] = [changesOf(old, left), changesOf(old, right)]
  if (a === null || b === null) return []
  return clustersOf(a, b).flatMap(([from, to]) => {
    const ourText = sideText(left, a, from, to)
    const theirText = sideText(right, b, from, to)
    const baseText = old.slice(from, to).join('')
    const isConflict = ourText !== theirText && ourText !== baseText && theirText !== baseText
    return isConflict ? [{ ours: ourText, base: baseText, theirs: theirText }] : []
  })
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

function changesOf(base: string[], side: string[]): readonly Change[] | null {
  const parts = diffArrays(base, side, { timeout: DIFF_LIMIT_MS })
  if (parts === undefined) return null
  const changes: Change[] = []
  let [at, other] = [0, 0]
  for (const { value, added, removed } of parts) {
    const last = changes.at(-1)
    const count = value.length
    if (added || removed) {
      const [to, sideTo] = [removed ? at + count : at, added ? other + count : other]
      const joins = last !== undefined && last.base[1] === at && last.side[1] === other
      const [from, sideFrom] = joins ? [last.base[0], last.side[0]] : [at, other]
      if (joins) changes.pop()
      changes.push({ base: [from, to], side: [sideFrom, sideTo] })
      ;[at, other] = [to, sideTo]
    } else [at, other] = [at + count, other + count]
  }
  return changes
}

/** Returns ranges of the base in which changes of both sides overlap or touch. */
function clustersOf(a: readonly Change[], b: readonly Change[]): readonly (readonly [number, number])[] {
  const all = [...a, ...b]
    .map(({ base }) => base)
    .toSorted((left, right) => left[0] - right[0] || left[1] - right[1])
  const clusters: (readonly [number, number])[] = []
  for (const [from, to] of all) {
    const last = clusters.at(-1)
    if (last !== undefined && from <= last[1])
      clusters[clusters.length - 1] = [last[0], Math.max(last[1], to)]
    else clusters.push([from, to])
  }
  return clusters
}

/** Returns the lines of a side that belong to a range of the base. No change reaches over an end of the range. */
function sideText(side: readonly string[], changes: readonly Change[], from: number, to: number): string {
  const growth = (some: readonly Change[]) =>
    some.reduce((sum, { base, side: lines }) => sum + lines[1] - lines[0] - (base[1] - base[0]), 0)
  const before = growth(changes.filter(({ base }) => base[1] < from))
  const inside = growth(changes.filter(({ base }) => base[0] >= from && base[1] <= to))
  return side.slice(from + before, to + before + inside).join('')
}
