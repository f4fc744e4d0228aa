import type { ToolResult } from '../tool.ts'
import type { CutLine, LinePage } from './line-page.ts'

/** Words the answer of a page: its lines, what is said of the file, and where to read on. */
export function pageAnswer(shown: string, page: LinePage, notes: readonly (string | null)[]): ToolResult {
  const said = notes.filter((note) => note !== null).map((note) => `(${note})`)
  if (page.cut !== null) said.push(`(${restOf(page.cut)})`)
  said.push(`(${placeOf(page)})`)
  const { from, lines, total } = page
  return {
    text: [page.text, ...said].filter((line) => line !== '').join('\n'),
    isError: false,
    details: { kind: 'read', path: shown, from, lines, total },
  }
}

function restOf({ line, column, length }: CutLine): string {
  return `line ${line} has ${length} characters; read on with offset ${line} and column ${column}`
}

function placeOf({ from, lines, total }: LinePage): string {
  if (total === 0) return 'the file is empty'
  if (lines === 0)
    return `the file has ${total} ${total === 1 ? 'line' : 'lines'}; line ${from} is past its end`
  const last = from + lines - 1
  if (last < total) return `lines ${from}-${last} of ${total}; continue with offset ${last + 1}`
  return from === 1 ? 'end of file' : `lines ${from}-${last} of ${total}; end of file`
}
