/** Marks of Markdown that mean nothing where a text is one line of a list. */
const MARKS =
  /\*\*|__|~~|`+|(?<=^|\n)[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)|!?\[(?=[^\]\n]{0,200}\]\()|\]\([^)\s]{0,500}\)/g

/** A text without marks of Markdown, and where a place of the text is in it. */
export type PlainLine = { readonly text: string; readonly placeOf: (at: number) => number }

/** Takes the marks of Markdown out of a text that is shown in one line. */
export function plainLine(source: string): PlainLine {
  const cuts = [...source.matchAll(MARKS)].map(({ 0: mark, index }) => ({
    from: index,
    to: index + mark.length,
  }))
  const text = source.replace(MARKS, '')
  const placeOf = (at: number) =>
    at - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0)
  return { text, placeOf }
}
