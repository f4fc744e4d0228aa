import { MOTIONS, movedTo, type Passed, passedBy, passedByChange, passedByWord } from './motions.ts'
import { type Cells, cellsOf, firstInk, lineEnd, lineStart, onLetter, textOfCells } from './text-cells.ts'

/** A text field: its text, and the place of its cursor in UTF-16 units. */
export type Field = { readonly text: string; readonly caret: number }

type Register = { readonly cells: readonly string[]; readonly lines: boolean }

/** Keys in the manner of the editor Vim. */
export type VimState = {
  readonly mode: 'insert' | 'normal'
  /** Keys of a command that is not complete yet, such as `2d`. */
  readonly pending: string
  /** The text that was deleted or copied last. */
  readonly register: Register
  /** Fields before each change, oldest first. */
  readonly undo: readonly Field[]
}

/** A field as it is opened: letters go into the text. */
export const VIM_START: VimState = {
  mode: 'insert',
  pending: '',
  register: { cells: [], lines: false },
  undo: [],
}

export type VimResult = { readonly state: VimState; readonly field: Field }

const MOST_UNDO = 100
/** A larger count is a slip. */
const MOST_COUNT = 1_000

/** Keys that are short for others. */
const SHORT: Readonly<Record<string, string>> = {
  x: 'dl',
  D: 'd$',
  C: 'c$',
  s: 'cl',
  S: 'cc',
  Y: 'yy',
  ' ': 'l',
  Backspace: 'h',
}

const UNFINISHED = /^(?:[1-9]\d*)?[dcy]?(?:[1-9]\d*)?g?$/
const COMMAND = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(.+)$/u

/**
 * Returns the state and the field after a key; null leaves the key to the field and to others. In normal mode no letter
 * reaches the text. After Vim's `:help index`, its motions, operators and counts for a field without windows and marks.
 */
export function vimKey(state: VimState, field: Field, key: string): VimResult | null {
  if (state.mode === 'insert') return key === 'Escape' ? toNormal(state, field) : null
  if (key === 'Escape') return state.pending === '' ? null : { state: { ...state, pending: '' }, field }
  const short = SHORT[key]
  const isBegun = /[dcyg]$/.test(state.pending)
  if (key.length > 1 && short === undefined) return null
  const keys = state.pending + (short === undefined || isBegun ? key : short)
  if (UNFINISHED.test(keys)) return { state: { ...state, pending: keys }, field }
  return carriedOut({ ...state, pending: '' }, field, keys)
}

function toNormal(state: VimState, field: Field): VimResult {
  const { cells, at } = cellsOf(field.text, field.caret)
  const before = Math.max(lineStart(cells, at), at - 1)
  return { state: { ...state, mode: 'normal', pending: '' }, field: textOfCells({ cells, at: before }) }
}

function carriedOut(state: VimState, field: Field, keys: string): VimResult {
  const [, first, operator, second, name = ''] = COMMAND.exec(keys) ?? []
  const count =
    first === undefined && second === undefined
      ? null
      : Math.min(MOST_COUNT, Number(first ?? 1) * Number(second ?? 1))
  const from = cellsOf(field.text, field.caret)
  if (operator !== undefined) {
    const passed = passedOf(from, operator, name, count)
    return passed === null ? { state, field } : operated(state, field, from, operator, passed)
  }
  const move = MOTIONS[name]
  if (move !== undefined) {
    const at = movedTo(from.cells, move(from.cells, from.at, count))
    return { state, field: textOfCells({ cells: from.cells, at }) }
  }
  return (
    entered(state, field, from, name) ??
    pasted(state, field, from, name, count ?? 1) ??
    undone(state, field, name)
  )
}

function passedOf({ cells, at }: Cells, operator: string, name: string, count: number | null): Passed | null {
  if (name === operator) {
    const last = MOTIONS['j']?.(cells, at, (count ?? 1) - 1)
    return passedBy(cells, at, { to: last?.to ?? at, wholeLines: true })
  }
  if (name === 'w') return (operator === 'c' ? passedByChange : passedByWord)(cells, at, count)
  const move = MOTIONS[name]
  return move === undefined ? null : passedBy(cells, at, move(cells, at, count))
}

function operated(state: VimState, field: Field, from: Cells, operator: string, passed: Passed): VimResult {
  const { cells } = from
  const register = { cells: cells.slice(passed.from, passed.to), lines: passed.lines }
  if (operator === 'y') {
    const at = passed.lines ? from.at : passed.from
    return { state: { ...state, register }, field: textOfCells({ cells, at }) }
  }
  const after = { ...remembering(state, field), register }
  if (operator === 'c') {
    const left = [...cells.slice(0, passed.from), ...cells.slice(passed.to)]
    return { state: { ...after, mode: 'insert' }, field: textOfCells({ cells: left, at: passed.from }) }
  }
  const { from: start, to } = passed.lines ? withLineBreak(cells, passed) : passed
  const left = [...cells.slice(0, start), ...cells.slice(to)]
  const at = passed.lines ? firstInk(left, Math.min(start, left.length)) : start
  return { state: after, field: textOfCells({ cells: left, at: onLetter(left, at) }) }
}

/** Deleted lines take a line break with them: their own, or that before them at the end of the text. */
function withLineBreak(cells: readonly string[], { from, to, lines }: Passed): Passed {
  if (to < cells.length) return { from, to: to + 1, lines }
  return { from: Math.max(0, from - 1), to, lines }
}

/** The commands that begin to insert, by their keys; null for another key. */
function entered(state: VimState, field: Field, { cells, at }: Cells, name: string): VimResult | null {
  const end = lineEnd(cells, at)
  const insertAt = (place: number, opened?: number) => {
    const all = opened === undefined ? cells : [...cells.slice(0, opened), '\n', ...cells.slice(opened)]
    return {
      state: { ...remembering(state, field), mode: 'insert' as const },
      field: textOfCells({ cells: all, at: place }),
    }
  }
  switch (name) {
    case 'i':
      return insertAt(at)
    case 'I':
      return insertAt(firstInk(cells, at))
    case 'a':
      return insertAt(Math.min(at + 1, end))
    case 'A':
      return insertAt(end)
    case 'o':
      return insertAt(end + 1, end)
    case 'O':
      return insertAt(lineStart(cells, at), lineStart(cells, at))
    default:
      return null
  }
}

function pasted(
  state: VimState,
  field: Field,
  { cells, at }: Cells,
  name: string,
  count: number,
): VimResult | null {
  const { register } = state
  if (name !== 'p' && name !== 'P') return null
  if (register.cells.length === 0 && !register.lines) return { state, field }
  const after = remembering(state, field)
  const put = (place: number, added: readonly string[], cursor: number) => ({
    state: after,
    field: textOfCells({ cells: [...cells.slice(0, place), ...added, ...cells.slice(place)], at: cursor }),
  })
  const times = <T>(words: readonly T[]) => Array.from({ length: count }, () => words).flat()
  if (register.lines) {
    const start = lineStart(cells, at)
    const end = lineEnd(cells, at)
    if (name === 'P') return put(start, times([...register.cells, '\n']), start)
    return put(end, times(['\n', ...register.cells]), end + 1)
  }
  const place = name === 'P' ? at : Math.min(at + 1, lineEnd(cells, at))
  const added = times(register.cells)
  return put(place, added, place + added.length - 1)
}

/** Undoes the newest change of the text. Every other key does nothing. */
function undone(state: VimState, field: Field, name: string): VimResult {
  if (name !== 'u') return { state, field }
  const at = state.undo.findLastIndex(({ text }) => text !== field.text)
  const before = state.undo[at]
  if (before === undefined) return { state: { ...state, undo: [] }, field }
  const { cells, at: caret } = cellsOf(before.text, before.caret)
  return {
    state: { ...state, undo: state.undo.slice(0, at) },
    field: textOfCells({ cells, at: onLetter(cells, caret) }),
  }
}

function remembering(state: VimState, field: Field): VimState {
  return { ...state, undo: [...state.undo, field].slice(-MOST_UNDO) }
}
