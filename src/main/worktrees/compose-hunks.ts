import type { Letter } from '#shared/attempts/attempt-events.ts'

/** A hunk of one attempt. `lines` have their marks, `oldStart` counts from 1. */
export type PickedHunk = {
  readonly letter: Letter
  readonly oldStart: number
  readonly lines: readonly string[]
}

export type ComposedLines =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly letters: readonly Letter[] }

/** Lines of the base that are replaced: from `at`, `count` of them. */
type Edit = {
  readonly at: number
  readonly count: number
  readonly added: readonly string[]
  readonly letter: Letter
}

/**
 * Composes the text of a file from hunks of several attempts, all made against the same base. The same edit in two
 * attempts counts once. Edits of the same or of touching lines conflict. Lines keep their ends.
 */
export function composeHunks(base: readonly string[], hunks: readonly PickedHunk[]): ComposedLines {
  const edits = hunks.flatMap(editsOf).toSorted((one, other) => one.at - other.at || one.count - other.count)
  const chosen: Edit[] = []
  for (const edit of edits) {
    const last = chosen.at(-1)
    if (last !== undefined && isSame(last, edit)) continue
    if (last !== undefined && last.letter !== edit.letter && edit.at <= last.at + last.count)
      return { ok: false, letters: [...new Set([last.letter, edit.letter])].toSorted() }
    chosen.push(edit)
  }
  const lines: string[] = []
  let at = 0
  for (const edit of chosen) {
    lines.push(...base.slice(at, edit.at), ...edit.added)
    at = edit.at + edit.count
  }
  return { ok: true, lines: [...lines, ...base.slice(at)] }
}

/** Splits a hunk into its edits: runs of lines without unchanged ones between them. */
function editsOf({ letter, oldStart, lines }: PickedHunk): Edit[] {
  const edits: { at: number; count: number; added: string[]; letter: Letter }[] = []
  // A hunk that only adds to an empty file starts at 0.
  let at = Math.max(0, oldStart - 1)
  // A hunk without old lines names the line before it.
  if (lines.every((line) => !/^[ -]/.test(line))) at = oldStart
  let open: (typeof edits)[number] | null = null
  for (const [index, line] of lines.entries()) {
    const mark = line[0] ?? ' '
    if (mark === '\\') continue
    const hasEnd = lines[index + 1]?.startsWith('\\') !== true
    if (mark === ' ') {
      open = null
      at += 1
      continue
    }
    if (open === null) {
      open = { at, count: 0, added: [], letter }
      edits.push(open)
    }
    if (mark === '-') {
      open.count += 1
      at += 1
    } else open.added.push(hasEnd ? `${line.slice(1)}\n` : line.slice(1))
  }
  return edits
}

const isSame = (one: Edit, other: Edit): boolean =>
  one.at === other.at && one.count === other.count && one.added.join('') === other.added.join('')

/** Splits a text into lines, each with its end. */
export const linesWithEnds = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))
