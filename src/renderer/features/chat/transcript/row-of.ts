import type { DurableEvent } from '#shared/events/event.ts'
import { findFolded, foldText } from '#shared/search/fold-text.ts'
import type { Row } from './rows.ts'

/** The row that shows an event; for one that is not drawn, the nearest row before it. -1 when there is none. */
export function rowOf(rows: readonly Row[], path: readonly DurableEvent[], eventId: string): number {
  const at = path.findIndex((event) => event.id === eventId)
  for (let index = at; index >= 0; index -= 1) {
    const event = path[index]
    const found = event === undefined ? -1 : rows.findIndex((row) => shows(row, event))
    if (found >= 0) return found
  }
  return -1
}

/** Of an answer that is cut into rows from `index` on, the row that holds the words; `index` when none does. */
export function pieceWith(rows: readonly Row[], index: number, words: string): number {
  const needle = foldText(words.trim())
  if (needle === '') return index
  for (let at = index; at >= 0 && at < rows.length; at += 1) {
    const row = rows[at]
    if (row?.kind !== 'piece') break
    if (row.blocks.some((block) => foldText(JSON.stringify(block)).includes(needle))) return at
    if (!row.goesOn) break
  }
  return index
}

/**
 * Of an event whose rows begin at `first`, the row that holds its match number `nth`, and which match of that row it is.
 * Both count from 0. An answer may be cut into several rows.
 */
export function matchIn(
  rows: readonly Row[],
  first: number,
  marks: readonly string[],
  nth: number,
): { readonly index: number; readonly nth: number } {
  const begin = rows[first]
  if (begin === undefined) return { index: first, nth }
  const event = /^[^ .]+/.exec(begin.key)?.[0] ?? begin.key
  let left = nth
  for (let index = first; index < rows.length; index += 1) {
    const row = rows[index]
    if (row === undefined || !(row.key === event || row.key.startsWith(`${event}.`))) break
    const count = findFolded(wordsOf(row), marks, MOST).length
    if (left < count) return { index, nth: left }
    left -= count
  }
  return { index: first, nth }
}

const MOST = 1_000

/** The words of a row of an answer, as they are searched. */
function wordsOf(row: Row): string {
  if (row.kind === 'piece') return row.blocks.map(({ token }) => token.raw).join('')
  if (row.entry.kind !== 'say') return ''
  return row.entry.parts.map((part) => (part.t === 'text' ? part.text : '')).join('')
}

function shows(row: Row, event: DurableEvent): boolean {
  if (row.key === event.id || row.key.startsWith(`${event.id}.`)) return true
  if (row.kind !== 'entry' || row.entry.kind !== 'tools' || event.kind !== 'message') return false
  const { tool } = event.payload.message
  return row.entry.calls.some(
    (call) =>
      call.key.startsWith(`${event.id} `) ||
      (tool !== undefined && call.callId === tool.callId && call.runId === (event.runId ?? null)),
  )
}
