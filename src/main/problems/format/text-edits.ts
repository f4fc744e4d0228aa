import { z } from 'zod'

const Position = z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() })
/** A change of the protocol. Lines and columns count from 0, columns in UTF-16 units. */
const TextEdit = z.object({ range: z.object({ start: Position, end: Position }), newText: z.string() })

/** The most changes of one file, and the longest text that they may make, in UTF-16 units. */
const MOST_EDITS = 50_000
const LONGEST_TEXT = 8 * 1024 * 1024

/**
 * Applies the changes that a language server answers with. Null where they do not fit the protocol or overlap; then
 * none is applied.
 */
export function withEdits(text: string, answer: unknown): string | null {
  if (answer === null || answer === undefined) return text
  const read = z.array(TextEdit).max(MOST_EDITS).safeParse(answer)
  if (!read.success) return null
  const offsetOf = offsetsIn(text)
  const edits = read.data
    .map(({ range, newText }) => ({ from: offsetOf(range.start), to: offsetOf(range.end), newText }))
    .toSorted((left, right) => left.from - right.from || left.to - right.to)
  const parts: string[] = []
  let at = 0
  let length = text.length
  for (const { from, to, newText } of edits) {
    if (from < at || to < from) return null
    length += newText.length
    if (length > LONGEST_TEXT) return null
    parts.push(text.slice(at, from), newText)
    at = to
  }
  return [...parts, text.slice(at)].join('')
}

/** A column past the end of a line means its end, and a line past the last one the end of the text. */
function offsetsIn(text: string): (position: z.infer<typeof Position>) => number {
  const starts = [0]
  const ends: number[] = []
  for (const { index, 0: found } of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(index)
    starts.push(index + found.length)
  }
  ends.push(text.length)
  return ({ line, character }) => {
    const [start, end] = [starts[line], ends[line]]
    return start === undefined || end === undefined ? text.length : Math.min(start + character, end)
  }
}
