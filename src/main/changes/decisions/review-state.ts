import type { HunkReview } from '#shared/changes/changes.ts'
import type { PatchHunk } from '../../git/parse-patch.ts'
import { type Place, plain } from './anchor.ts'
import type { Decision } from './decision-rows.ts'
import { regionsOf } from './hunk-units.ts'

/** A decision and its place in the present file. */
export type Placed = { readonly decision: Decision; readonly place: Exclude<Place, { kind: 'lost' }> }

/** Tells what the person decided about a hunk of the present file. */
export function reviewOf(hunk: PatchHunk, placed: readonly Placed[], lines: readonly string[]): HunkReview {
  const touching = new Set<Placed>()
  let count = 0
  const covered = { accepted: 0, rejected: 0 }
  for (const { start, end, units } of regionsOf(hunk, lines)) {
    const near = placed.filter(({ place }) => place.start <= end && place.end >= start)
    const olds = { accepted: countOf(near, 'accepted'), rejected: countOf(near, 'rejected') }
    for (const { removed, added, newAt } of units) {
      const one = near.find(
        ({ place }) => place.kind === 'exact' && newAt >= place.start && newAt < place.end,
      )
      if (added !== null) {
        count += 1
        if (one !== undefined) covered[one.decision.decision] += 1
      }
      if (removed === null) continue
      count += 1
      const by = take(olds.accepted, removed.text)
        ? 'accepted'
        : take(olds.rejected, removed.text)
          ? 'rejected'
          : null
      if (by !== null) covered[by] += 1
    }
    for (const each of near) if (isAbout(each, start, end)) touching.add(each)
  }
  if (touching.size === 0) return { state: 'open', at: null, decisions: [] }
  const isChanged = [...touching].some(({ place }) => place.kind === 'edited')
  const all = covered.accepted + covered.rejected
  const state =
    covered.accepted === count
      ? 'accepted'
      : covered.rejected === count
        ? 'rejected'
        : isChanged
          ? 'changed'
          : all === 0
            ? 'open'
            : 'partly'
  return {
    state,
    at: Math.max(...[...touching].map(({ decision }) => decision.at)),
    decisions: [...touching].map(({ decision }) => decision.id),
  }
}

/** Whether a decision is about lines of a change, and not only about its neighbours. */
function isAbout({ place }: Placed, start: number, end: number): boolean {
  if (place.start === place.end || start === end) return place.start <= end && place.end >= start
  return place.start < end && place.end > start
}

function countOf(near: readonly Placed[], wanted: Decision['decision']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { decision, place } of near) {
    if (decision.decision !== wanted || place.kind !== 'exact') continue
    for (const line of decision.anchor.old.map(plain)) counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return counts
}

function take(counts: Map<string, number>, text: string): boolean {
  const line = plain(text)
  const left = counts.get(line) ?? 0
  if (left > 0) counts.set(line, left - 1)
  return left > 0
}

/**
 * Returns the lines of a file as the person accepted them: accepted changes are in, all others are not, and lines
 * that were edited later are as they were accepted. `hunks` compare the base with the present lines.
 */
export function acceptedLines(
  lines: readonly string[],
  hunks: readonly PatchHunk[],
  placed: readonly Placed[],
): readonly string[] {
  const accepted = placed.filter(({ decision }) => decision.decision === 'accepted')
  const isIn = (at: number, kind: Placed['place']['kind']) =>
    accepted.some(({ place }) => place.kind === kind && at >= place.start && at < place.end)
  /** Lines that come before an index, and indexes that are left out. */
  const before = new Map<number, string[]>()
  const gone = new Set<number>()
  const insert = (at: number, text: string) => before.set(at, [...(before.get(at) ?? []), text])
  for (const { start, end, units } of hunks.flatMap((hunk) => regionsOf(hunk, lines))) {
    const near = accepted.filter(({ place }) => place.start <= end && place.end >= start)
    const olds = new Map<string, number>()
    for (const { decision } of near)
      for (const line of decision.anchor.old.map(plain)) olds.set(line, (olds.get(line) ?? 0) + 1)
    for (const { newAt, removed, added } of units) {
      if (removed !== null && !take(olds, removed.text)) insert(newAt, removed.text)
      if (added !== null && !isIn(newAt, 'exact')) gone.add(newAt)
    }
  }
  for (const { decision, place } of accepted) {
    if (place.kind !== 'edited') continue
    for (let at = place.start; at < place.end; at += 1) gone.add(at)
    for (const line of decision.anchor.text) insert(place.start, line)
  }
  const result: string[] = []
  for (let at = 0; at <= lines.length; at += 1) {
    result.push(...(before.get(at) ?? []))
    const line = lines[at]
    if (line !== undefined && !gone.has(at)) result.push(line)
  }
  return result
}
