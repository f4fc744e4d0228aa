import { diffWordsWithSpace } from 'diff'

/** A piece of a text, and whether the other text has it too. */
export type TextPart = { readonly text: string; readonly changed: boolean }

/** Longer texts are shown unmarked: finding the words would hold up the window. */
const MOST_CHARS = 40_000
/** With more changes than this, it is another text. */
const MOST_EDITS = 600

/** Both texts in pieces, so that what only one of them has can be marked. */
export function changedParts(
  left: string,
  right: string,
): readonly [readonly TextPart[], readonly TextPart[]] {
  const plain = [[{ text: left, changed: false }], [{ text: right, changed: false }]] as const
  if (left === right || left.length + right.length > MOST_CHARS) return plain
  const changes = diffWordsWithSpace(left, right, { maxEditLength: MOST_EDITS })
  if (changes === undefined) return plain
  const of = (side: 'added' | 'removed'): TextPart[] =>
    changes
      .filter((change) => (side === 'added' ? !change.removed : !change.added))
      .map(({ value, [side]: changed }) => ({ text: value, changed: changed === true }))
  return [of('removed'), of('added')]
}
