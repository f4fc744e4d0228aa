import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { afterSpace, itemsAt, type MemberPlace, membersAt, type Place } from './json-places.ts'
import type { CellKind } from './notebook.ts'

/** A change of one cell. Cells are counted from 0; `at` of a new cell is the place it gets. */
export type CellChange =
  | {
      readonly kind: 'replace'
      readonly cell: number
      readonly source: string
      readonly type: CellKind
      /** Whether the results of a code cell go: they are those of the old code. */
      readonly clears: boolean
    }
  | {
      readonly kind: 'insert'
      readonly at: number
      readonly source: string
      readonly type: CellKind
      /** Null for a notebook without ids. */
      readonly id: string | null
    }
  /** Puts back a cell as `storedCell` gave it. */
  | { readonly kind: 'restore'; readonly at: number; readonly stored: string }
  | { readonly kind: 'delete'; readonly cell: number }
  | { readonly kind: 'move'; readonly cell: number; readonly to: number }

/**
 * Changes one cell in the text of a notebook. Every other letter of the file stays: the metadata and outputs of other
 * cells, numbers as they were written, the order of members and the indentation. The text must be a notebook that was
 * read before, and the cell one of its cells.
 */
export function editedNotebook(text: string, change: CellChange): string {
  const { list, cells } = cellsIn(text)
  switch (change.kind) {
    case 'replace':
      return replaced(text, placeOf(cells, change.cell), change)
    case 'insert':
      return inserted(text, { list, cells }, change)
    case 'restore':
      return withCell(text, { list, cells }, change.at, () => change.stored)
    case 'delete':
      return deleted(text, { list, cells }, change.cell)
    case 'move':
      return moved(text, cells, change)
  }
}

/** Returns a cell as the file holds it, with its outputs and metadata. */
export function storedCell(text: string, cell: number): string {
  const { from, to } = placeOf(cellsIn(text).cells, cell)
  return text.slice(from, to)
}

/** Returns the cell that holds a line of the file, counted from 1, or the nearest one; 0 for a notebook without cells. */
export function cellAtLine(text: string, line: number): number {
  const ends = cellsIn(text).cells.map(({ to }) => text.slice(0, to).split('\n').length)
  const found = ends.findIndex((end) => end >= line)
  return found < 0 ? Math.max(0, ends.length - 1) : found
}

function cellsIn(text: string): Cells {
  const list = membersAt(text, afterSpace(text, 0)).get('cells')
  if (list === undefined) throw new Error('The text is no notebook.')
  return { list, cells: itemsAt(text, list.from) }
}

function placeOf(cells: readonly Place[], at: number): Place {
  const found = cells[at]
  if (found === undefined) throw new Error(`The notebook has no cell ${at}.`)
  return found
}

type Replace = Extract<CellChange, { kind: 'replace' }>

function replaced(text: string, cell: Place, { source, type, clears }: Replace): string {
  const members = membersAt(text, cell.from)
  const isSameKind = memberValue(text, members.get('cell_type')) === type
  if (!isSameKind) return retyped(text, cell, { source, type })
  const puts: (Place & { readonly put: string })[] = []
  const put = (name: string, value: (at: MemberPlace) => string) => {
    const at = members.get(name)
    if (at !== undefined) puts.push({ from: at.from, to: at.to, put: value(at) })
  }
  put('source', (at) => {
    if (text[at.from] === '"') return JSON.stringify(source)
    return written(linesOf(source), styleOf(text, cell), indentAt(text, at.nameFrom))
  })
  if (clears && type === 'code') {
    put('outputs', () => '[]')
    put('execution_count', () => 'null')
  }
  const last = puts.toSorted((left, right) => right.from - left.from)
  return last.reduce((done, { from, to, put: value }) => done.slice(0, from) + value + done.slice(to), text)
}

const AnyCell = z.record(z.string(), z.unknown())

/** A cell of another kind is written again; its id and metadata stay. */
function retyped(text: string, cell: Place, { source, type }: Pick<Replace, 'source' | 'type'>): string {
  const {
    outputs: _o,
    execution_count: _e,
    ...old
  } = AnyCell.parse(parseJson(text.slice(cell.from, cell.to)))
  const lines = typeof old['source'] === 'string' ? source : linesOf(source)
  const next = { ...old, cell_type: type, source: lines, ...(type === 'code' ? NOTHING_RUN : {}) }
  const value = written(next, styleOf(text, cell), indentAt(text, cell.from))
  return text.slice(0, cell.from) + value + text.slice(cell.to)
}

const NOTHING_RUN = { execution_count: null, outputs: [] } as const

type Cells = { readonly list: Place; readonly cells: readonly Place[] }
type Insert = Extract<CellChange, { kind: 'insert' }>

function inserted(text: string, place: Cells, { at, source, type, id }: Insert): string {
  const cell = {
    cell_type: type,
    ...(type === 'code' ? { execution_count: null } : {}),
    ...(id === null ? {} : { id }),
    metadata: {},
    ...(type === 'code' ? { outputs: [] } : {}),
    source: linesOf(source),
  }
  return withCell(text, place, at, (step, indent) => written(cell, step, indent))
}

/** Puts a cell at a place of the list, indented as the others are. */
function withCell(
  text: string,
  { list, cells }: Cells,
  at: number,
  cellWith: (step: string | null, indent: string) => string,
): string {
  const first = cells[0]
  if (first === undefined) {
    const step = styleOf(text, list)
    const outer = indentAt(text, list.from)
    const indent = `${outer}${step ?? ''}`
    const value = cellWith(step, indent)
    const inner = step === null ? value : `\n${indent}${value}\n${outer}`
    return `${text.slice(0, list.from)}[${inner}]${text.slice(list.to)}`
  }
  const step = styleOf(text, first)
  const indent = indentAt(text, first.from)
  const value = cellWith(step, indent)
  const gap = step === null ? '' : `\n${indent}`
  const before = cells[at - 1]
  if (before === undefined) return `${text.slice(0, first.from)}${value},${gap}${text.slice(first.from)}`
  return `${text.slice(0, before.to)},${gap}${value}${text.slice(before.to)}`
}

function deleted(text: string, { list, cells }: Cells, at: number): string {
  const { from, to } = placeOf(cells, at)
  const [before, after] = [cells[at - 1], cells[at + 1]]
  if (before === undefined && after === undefined)
    return `${text.slice(0, list.from)}[]${text.slice(list.to)}`
  if (after !== undefined) return text.slice(0, from) + text.slice(after.from)
  return text.slice(0, before?.to ?? from) + text.slice(to)
}

function moved(
  text: string,
  cells: readonly Place[],
  { cell, to }: Extract<CellChange, { kind: 'move' }>,
): string {
  const texts = cells.map((each) => text.slice(each.from, each.to))
  const [taken] = texts.splice(cell, 1)
  if (taken === undefined) throw new Error(`The notebook has no cell ${cell}.`)
  texts.splice(to, 0, taken)
  let done = ''
  let from = 0
  for (const [at, each] of cells.entries()) {
    done += text.slice(from, each.from) + (texts[at] ?? '')
    from = each.to
  }
  return done + text.slice(from)
}

/** The lines of a source, each with its line break, as notebooks store them. */
const linesOf = (source: string): string[] => (source === '' ? [] : source.split(/(?<=\n)/))

function memberValue(text: string, place: Place | undefined): unknown {
  return place === undefined ? undefined : parseJson(text.slice(place.from, place.to))
}

/** The step by which a file indents, read off the first member of an object or list; null for one on a single line. */
function styleOf(text: string, { from, to }: Place): string | null {
  const inside = /^[[{]\s*\n([ \t]*)/.exec(text.slice(from, Math.min(to, from + 1_000)))
  const outer = indentAt(text, from)
  if (inside !== null) {
    const inner = inside[1] ?? ''
    return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : ' '
  }
  // An empty list tells nothing; the file around it does.
  const file = /^\s*\{\s*\n([ \t]+)/.exec(text)
  return file === null || text.slice(from + 1, to).trim().length > 1 ? null : (file[1] ?? ' ')
}

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? ''
}

function written(value: unknown, step: string | null, indent: string): string {
  if (step === null) return JSON.stringify(value)
  return JSON.stringify(value, null, step).replaceAll('\n', `\n${indent}`)
}
