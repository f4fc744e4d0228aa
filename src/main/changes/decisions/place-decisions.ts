import { anchorAt, findAnchor, type HunkAnchor, type LineIndex } from './anchor.ts'
import type { Decision } from './decision-rows.ts'
import type { Placed } from './review-state.ts'
import { stretchesOf } from './text-diff.ts'

/** Decisions in the present lines of a file, and what has to be stored about them. */
export type Placement = {
  readonly placed: readonly Placed[]
  /** Decisions with another place or state than stored. */
  readonly moved: readonly Decision[]
  /** A decision whose lines were edited in part becomes several: one for each part. */
  readonly split: readonly { readonly from: Decision; readonly parts: readonly Omit<Decision, 'id'>[] }[]
}

/** Finds the decisions of a file again. Only those that still act on the file are searched. */
export function placeDecisions(index: LineIndex, decisions: readonly Decision[]): Placement {
  const placed: Placed[] = []
  const moved: Decision[] = []
  const split: { from: Decision; parts: readonly Omit<Decision, 'id'>[] }[] = []
  for (const decision of decisions) {
    const place = findAnchor(index, decision.anchor)
    if (place.kind === 'lost') {
      if (decision.decision === 'accepted' && decision.state !== 'lost')
        moved.push({ ...decision, state: 'lost' })
      continue
    }
    const state = decision.state === 'lost' ? 'standing' : decision.state
    if (place.kind === 'edited') {
      const parts = decision.decision === 'accepted' ? partsOf(index, { ...decision, state }, place) : []
      if (parts.length > 1) split.push({ from: decision, parts })
      else {
        placed.push({ decision: { ...decision, state }, place })
        if (state !== decision.state) moved.push({ ...decision, state })
      }
      continue
    }
    const { start, end } = place
    const { old } = decision.anchor
    const isStill = start === decision.anchor.start && index.lines.length === decision.anchor.length
    const found = isStill
      ? { ...decision, state }
      : { ...decision, state, anchor: anchorAt(index, { old, start, end }) }
    placed.push({ decision: found, place })
    if (!isStill || state !== decision.state) moved.push(found)
  }
  return { placed, moved, split }
}

/** Cuts an edited decision into the lines that are still as accepted and those that are not. */
function partsOf(
  index: LineIndex,
  { anchor, id: _id, ...decision }: Decision,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Omit<Decision, 'id'>[] {
  const stretches = stretchesOf(anchor.text, index.lines.slice(start, end))
  if (!stretches.some(({ isSame }) => isSame)) return []
  let at = start
  let old = anchor.old
  return stretches.flatMap(({ isSame, before, after }) => {
    const from = at
    at += after.length
    // Lines that came later are no part of the decision.
    if (before.length === 0) return []
    const here = anchorAt(index, { old, start: from, end: at })
    old = []
    return [{ ...decision, anchor: isSame ? here : editedAnchor(here, before) }]
  })
}

/** The anchor of lines that are not in the file now. */
const editedAnchor = (here: HunkAnchor, text: readonly string[]): HunkAnchor => ({
  ...here,
  text,
  same: 1,
  twins: 1,
  nth: 0,
})
