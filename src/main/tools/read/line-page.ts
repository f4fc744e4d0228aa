/** Which lines of a file to show. `offset` counts from 1. */
export type PageRequest = { readonly offset: number; readonly limit: number }
export type LinePage = {
  /** Numbered lines, ready for the model. */
  readonly text: string
  readonly from: number
  readonly lines: number
  /** Lines seen so far: all of the file once the last piece was fed. */
  readonly total: number
  readonly shortened: boolean
}

const MOST_LINE_LENGTH = 2000
const MOST_CHARACTERS = 100_000

/** Collects one page of a text that arrives in pieces, without keeping the rest. */
export function createLinePage({ offset, limit }: PageRequest) {
  const rows: string[] = []
  let line = ''
  let lineLength = 0
  let number = 1
  let characters = 0
  let shortened = false
  let sawText = false

  const keeps = () => number >= offset && rows.length < limit && characters < MOST_CHARACTERS

  const add = (piece: string) => {
    lineLength += piece.length
    if (keeps() && line.length < MOST_LINE_LENGTH) line += piece.slice(0, MOST_LINE_LENGTH - line.length)
  }

  const endLine = () => {
    if (keeps()) {
      const cut = lineLength > MOST_LINE_LENGTH
      const row = `${String(number).padStart(6)}\t${line.replace(/\r$/, '')}${cut ? ' … (line cut)' : ''}`
      rows.push(row)
      characters += row.length
      shortened ||= cut
    }
    number += 1
    line = ''
    lineLength = 0
  }

  const feed = (text: string) => {
    if (text === '') return
    sawText = true
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      add(text.slice(start, end))
      endLine()
      start = end + 1
    }
    add(text.slice(start))
  }

  const finish = (): LinePage => {
    if (lineLength > 0) endLine()
    return {
      text: rows.join('\n'),
      from: offset,
      lines: rows.length,
      total: sawText ? number - 1 : 0,
      shortened,
    }
  }

  return { feed, finish }
}
