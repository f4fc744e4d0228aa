/** A side of a conflict. Ours is the branch that is checked out; during a rebase, the branch it moves onto. */
export type ConflictSide = 'ours' | 'theirs'

/** The texts of one place where both sides changed the same lines. */
export type ConflictTexts = { readonly ours: string; readonly base: string; readonly theirs: string }

/** A file that both sides of a merge changed. Texts have LF line breaks. */
export type Conflict = {
  readonly path: string
  /** Whether the result can be edited here; otherwise the person takes a side. */
  readonly isText: boolean
  /** The whole file of each side, and of their common ancestor; null where there is none. */
  readonly ours: string | null
  readonly base: string | null
  readonly theirs: string | null
  /** The file as it is now, with the marks of conflicts; null where there is none. */
  readonly current: string | null
  /** Fingerprint of the file as it is now; null where there is none. */
  readonly seen: string | null
  /** The places where both sides changed the same lines. */
  readonly places: readonly ConflictTexts[]
  /** The result that the person has begun; null without one. */
  readonly kept: string | null
}

/** A conflict between marks in a text, from its first character to the one after its last. */
export type MarkedConflict = {
  readonly from: number
  readonly to: number
  readonly ours: string
  /** Null where the marks do not show it. */
  readonly base: string | null
  readonly theirs: string
}

type Part = 'none' | 'ours' | 'base' | 'theirs'

/** Finds the conflicts that Git has marked in a text. Marks without their counterpart are text. */
export function conflictsIn(text: string): readonly MarkedConflict[] {
  const found: MarkedConflict[] = []
  let part: Part = 'none'
  let from = 0
  let texts = { ours: '', base: '', theirs: '' }
  let hasBase = false
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const start = at
    at += line.length
    const mark = /^(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>)(?:[ \r\n]|$)/.exec(line)?.[1] ?? null
    if (mark === '<<<<<<<') {
      part = 'ours'
      from = start
      texts = { ours: '', base: '', theirs: '' }
      hasBase = false
    } else if (mark === '|||||||' && part === 'ours') {
      part = 'base'
      hasBase = true
    } else if (mark === '=======' && (part === 'ours' || part === 'base')) part = 'theirs'
    else if (mark === '>>>>>>>' && part === 'theirs') {
      found.push({ from, to: at, ...texts, base: hasBase ? texts.base : null })
      part = 'none'
    } else if (part !== 'none') texts[part] += line
  }
  return found
}

/** Returns the text in the common ancestor of a marked conflict; null when it is not known. */
export function baseOf(
  { ours, base, theirs }: MarkedConflict,
  places: readonly ConflictTexts[],
): string | null {
  if (base !== null) return base
  // Git leaves out lines at the ends of a conflict that both sides have.
  return places.find((each) => each.ours.includes(ours) && each.theirs.includes(theirs))?.base ?? null
}
