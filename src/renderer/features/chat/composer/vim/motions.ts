import { firstInk, kindOf, lineEnd, lineStart, onLetter } from './text-cells.ts'

/** The place to which a key moves. */
export type Motion = {
  readonly to: number
  /** Whole lines are meant when something is done with the passed text. */
  readonly wholeLines?: true
  /** The letter at `to` counts. */
  readonly withLast?: true
}

type Cells = readonly string[]
/** Moves from a place by a count, which is null when none was typed. */
type Move = (cells: Cells, at: number, count: number | null) => Motion

const repeated =
  (step: (cells: Cells, at: number) => number) => (cells: Cells, at: number, count: number) => {
    let place = at
    for (let left = count; left > 0; left -= 1) {
      const next = step(cells, place)
      if (next === place) break
      place = next
    }
    return place
  }

/** Returns the place after the run of letters of one kind. */
function runEnd(cells: Cells, at: number): number {
  const kind = kindOf(cells[at])
  let place = at
  while (place < cells.length && kindOf(cells[place]) === kind) place += 1
  return place
}

function blanksEnd(cells: Cells, at: number): number {
  return kindOf(cells[at]) === 'blank' ? runEnd(cells, at) : at
}

const nextWord = repeated((cells, at) => {
  const end = kindOf(cells[at]) === 'blank' ? at : runEnd(cells, at)
  return blanksEnd(cells, end)
})

const wordEnd = repeated((cells, at) => {
  const start = blanksEnd(cells, at + 1)
  return start >= cells.length ? Math.max(at, cells.length - 1) : runEnd(cells, start) - 1
})

const wordBefore = repeated((cells, at) => {
  let place = at
  while (place > 0 && kindOf(cells[place - 1]) === 'blank') place -= 1
  const kind = kindOf(cells[place - 1])
  while (place > 0 && kindOf(cells[place - 1]) === kind) place -= 1
  return place
})

/** Moves down by lines, up with a negative count, and keeps the column where the line is long enough. */
function byLines(cells: Cells, at: number, count: number): number {
  const column = at - lineStart(cells, at)
  let start = lineStart(cells, at)
  for (let left = Math.abs(count); left > 0; left -= 1) {
    const next = count > 0 ? lineEnd(cells, start) + 1 : lineStart(cells, start - 1)
    if (next > cells.length || (count < 0 && start === 0)) break
    start = next
  }
  return Math.min(start + column, lineEnd(cells, start))
}

/** Returns the start of a line by its number from 1, or of the last line. */
function startOfLine(cells: Cells, number: number): number {
  return lineStart(cells, byLines(cells, 0, number - 1))
}

/** The motions of the normal mode, by their keys. */
export const MOTIONS: Readonly<Record<string, Move>> = {
  h: (cells, at, count) => ({ to: Math.max(lineStart(cells, at), at - (count ?? 1)) }),
  l: (cells, at, count) => ({ to: Math.min(lineEnd(cells, at), at + (count ?? 1)) }),
  j: (cells, at, count) => ({ to: byLines(cells, at, count ?? 1), wholeLines: true }),
  k: (cells, at, count) => ({ to: byLines(cells, at, -(count ?? 1)), wholeLines: true }),
  w: (cells, at, count) => ({ to: nextWord(cells, at, count ?? 1) }),
  e: (cells, at, count) => ({ to: wordEnd(cells, at, count ?? 1), withLast: true }),
  b: (cells, at, count) => ({ to: wordBefore(cells, at, count ?? 1) }),
  '0': (cells, at) => ({ to: lineStart(cells, at) }),
  '^': (cells, at) => ({ to: firstInk(cells, at) }),
  $: (cells, at, count) => ({ to: lineEnd(cells, byLines(cells, at, (count ?? 1) - 1)) }),
  gg: (cells, _at, count) => ({ to: firstInk(cells, startOfLine(cells, count ?? 1)), wholeLines: true }),
  G: (cells, _at, count) => ({
    to: firstInk(cells, count === null ? cells.length : startOfLine(cells, count)),
    wholeLines: true,
  }),
}

/** The passed text of a motion: from, to (without the letter there), and whether it is whole lines. */
export type Passed = { readonly from: number; readonly to: number; readonly lines: boolean }

/** Returns what an operator acts on when this motion follows it. */
export function passedBy(cells: Cells, at: number, { to, wholeLines, withLast }: Motion): Passed {
  const [from, last] = at <= to ? [at, to] : [to, at]
  if (wholeLines) return { from: lineStart(cells, from), to: lineEnd(cells, last), lines: true }
  return { from, to: Math.min(withLast ? last + 1 : last, cells.length), lines: false }
}

/** Returns what `dw` acts on: not the line break behind the last word of a line. */
export function passedByWord(cells: Cells, at: number, count: number | null): Passed {
  const { to } = passedBy(cells, at, { to: nextWord(cells, at, count ?? 1) })
  const lineBreak = cells.lastIndexOf('\n', to - 1)
  return { from: at, to: lineBreak > at && firstInk(cells, to) >= to ? lineBreak : to, lines: false }
}

/** Returns what `cw` acts on: the word to its end, without the blanks behind it. */
export function passedByChange(cells: Cells, at: number, count: number | null): Passed {
  if (kindOf(cells[at]) === 'blank') return passedByWord(cells, at, count)
  const end = runEnd(cells, at)
  const more = (count ?? 1) - 1
  return { from: at, to: more > 0 ? wordEnd(cells, end - 1, more) + 1 : end, lines: false }
}

/** Returns where the cursor stands after a motion without an operator. */
export function movedTo(cells: Cells, { to }: Motion): number {
  return onLetter(cells, to)
}
