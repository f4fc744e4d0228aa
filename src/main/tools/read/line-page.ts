/**
 * The requested lines of a text. `offset` counts lines from 1. `column` counts characters of the first line
 * from 1; it shows only that line, as far as the page allows.
 */
export type PageRequest = { readonly offset: number; readonly limit: number; readonly column?: number }

/** A line that was not shown to its end. */
export type CutLine = {
  readonly line: number
  /** The next character to read, counted from 1. */
  readonly column: number
  readonly length: number
}

export type LinePage = {
  /** Numbered lines, ready for the model. */
  readonly text: string
  readonly from: number
  readonly lines: number
  /** Lines seen so far: all of the file once the last piece was fed. */
  readonly total: number
  /** The first line that was cut, or null. */
  readonly cut: CutLine | null
}

/** All in UTF-16 units. */
const MOST_LINE_LENGTH = 2000
const MOST_CHARACTERS = 50_000

/** Collects one page of a text that arrives in pieces, without keeping the rest. */
export function createLinePage({ offset, limit, column }: PageRequest) {
  const start = (column ?? 1) - 1
  const most = column === undefined ? limit : 1
  const mostLength = column === undefined ? MOST_LINE_LENGTH : MOST_CHARACTERS
  const rows: string[] = []
  let line = ''
  let lineLength = 0
  let number = 1
  let characters = 0
  let cut: CutLine | null = null
  let sawText = false

  const keeps = () => number >= offset && rows.length < most && characters < MOST_CHARACTERS

  const add = (piece: string) => {
    const skipped = Math.max(0, start - lineLength)
    lineLength += piece.length
    if (keeps() && line.length < mostLength) line += piece.slice(skipped, skipped + mostLength - line.length)
  }

  const endLine = () => {
    if (keeps()) {
      const isCut = start + line.length < lineLength
      const shown = isCut ? line.replace(/[\ud800-\udbff]$/, '') : line.replace(/\r$/, '')
      const row = `${String(number).padStart(6)}\t${shown}${isCut ? ' … (line cut)' : ''}`
      rows.push(row)
      characters += row.length + 1
      if (isCut) cut ??= { line: number, column: start + shown.length + 1, length: lineLength }
    }
    number += 1
    line = ''
    lineLength = 0
  }

  const feed = (text: string) => {
    if (text === '') return
    sawText = true
    let at = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      add(text.slice(at, end))
      endLine()
      at = end + 1
    }
    add(text.slice(at))
  }

  const finish = (): LinePage => {
    if (lineLength > 0) endLine()
    return {
      text: rows.join('\n'),
      from: offset,
      lines: rows.length,
      total: sawText ? number - 1 : 0,
      cut,
    }
  }

  return { feed, finish }
}
