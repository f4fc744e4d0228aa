/** A text as the letters a person sees, with the place of the cursor among them. */
export type Cells = { readonly cells: readonly string[]; readonly at: number }

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into letters as they are seen. `caret` counts UTF-16 units, as a text field does. */
export function cellsOf(text: string, caret: number): Cells {
  const cells: string[] = []
  let at = 0
  for (const { segment, index } of SEGMENTER.segment(text)) {
    if (index < caret) at += 1
    cells.push(segment)
  }
  return { cells, at }
}

/** Returns the text and the place of the cursor in UTF-16 units. */
export function textOfCells({ cells, at }: Cells): { readonly text: string; readonly caret: number } {
  return { text: cells.join(''), caret: cells.slice(0, at).join('').length }
}

/** Returns the start of the line around a place. */
export function lineStart(cells: readonly string[], at: number): number {
  let start = Math.min(at, cells.length)
  while (start > 0 && cells[start - 1] !== '\n') start -= 1
  return start
}

/** Returns the end of the line around a place: its line break, or the end of the text. */
export function lineEnd(cells: readonly string[], at: number): number {
  let end = at
  while (end < cells.length && cells[end] !== '\n') end += 1
  return end
}

/** Returns the first letter of a line that is no blank; its end when there is none. */
export function firstInk(cells: readonly string[], at: number): number {
  const end = lineEnd(cells, at)
  let place = lineStart(cells, at)
  while (place < end && kindOf(cells[place]) === 'blank') place += 1
  return place
}

/** Returns the nearest place on which the cursor of the normal mode may stand: on a letter, or on an empty line. */
export function onLetter(cells: readonly string[], at: number): number {
  const place = Math.max(0, Math.min(at, cells.length))
  return place === lineEnd(cells, place) ? Math.max(lineStart(cells, place), place - 1) : place
}

/** Words consist of letters of one kind. */
export function kindOf(cell: string | undefined): 'blank' | 'word' | 'mark' {
  if (cell === undefined || /^\s/.test(cell)) return 'blank'
  return /^[\p{L}\p{N}\p{M}_]/u.test(cell) ? 'word' : 'mark'
}
