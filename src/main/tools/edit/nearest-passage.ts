import type { Steps } from './search-text.ts'
import { canonical } from './text-tokens.ts'

/** A line of the model's text that is not in the file, with the line of the file in its place. */
export type LineDifference = {
  readonly yours: string | null
  readonly file: string | null
  readonly line: number | null
}

/** The place of a file that has most lines of a text. `line` counts from 1. */
export type NearestPassage = {
  readonly line: number
  /** Number of compared lines. */
  readonly of: number
  readonly differences: readonly LineDifference[]
}

/** Larger texts are not searched for like lines, so that a search stays under 50 ms. */
const MOST_CHARACTERS = 1_000_000
const MOST_LINES = 400
/** Lines compared per step. */
const STEP_LINES = 2_000
/** A line that is in a file more often than this shows no place. */
const COMMON = 50
/** At least this share of a single line's words must be in the file's line. */
const LIKE = 0.6

/** Finds the passage of a file that is most like a text that is not in it. Takes linear time. */
export function* nearestPassage(text: string, wanted: string): Steps<NearestPassage | null> {
  if (text.length > MOST_CHARACTERS) return null
  const lines = text.split('\n')
  const rows = wanted
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES)
  const squeezedRows = rows.map(squeezed)
  const numbers = yield* linesOf(lines, new Set(squeezedRows))
  const start = startByVotes(squeezedRows, numbers) ?? (yield* startByWords(lines, rows))
  if (start === null) return null
  return compared(lines, rows, start)
}

/** The numbers of the lines that hold text, by what they hold. */
type LineNumbers = { readonly filled: readonly number[]; readonly at: ReadonlyMap<string, readonly number[]> }

function* linesOf(lines: readonly string[], wanted: ReadonlySet<string>): Steps<LineNumbers> {
  const filled: number[] = []
  const at = new Map<string, number[]>()
  for (const [number, line] of lines.entries()) {
    if (number % STEP_LINES === 0) yield
    const key = squeezed(line)
    if (key === '') continue
    if (wanted.has(key)) {
      const known = at.get(key)
      if (known === undefined) at.set(key, [filled.length])
      else if (known.length <= COMMON) known.push(filled.length)
    }
    filled.push(number)
  }
  return { filled, at }
}

/** Lets each line that is in the file vote for where the passage would begin. Long lines count for more. */
function startByVotes(rows: readonly string[], { filled, at }: LineNumbers): number | null {
  const votes = new Map<number, number>()
  for (const [row, key] of rows.entries()) {
    const places = at.get(key) ?? []
    if (places.length > COMMON) continue
    for (const place of places) {
      const start = place - row
      votes.set(start, (votes.get(start) ?? 0) + Math.min(key.length, 40) / places.length)
    }
  }
  let best: { start: number; score: number } | null = null
  for (const [start, score] of votes) {
    if (best === null || score > best.score) best = { start, score }
  }
  if (best === null || best.score < 4) return null
  return filled[Math.max(0, best.start)] ?? null
}

/** Finds the line that shares most words with the longest line of the text. */
function* startByWords(lines: readonly string[], rows: readonly string[]): Steps<number | null> {
  const longest = rows.reduce((best, row) => (row.trim().length > best.trim().length ? row : best), '')
  const words = new Set(wordsOf(longest))
  if (words.size === 0) return null
  let best: { line: number; score: number } | null = null
  for (const [line, text] of lines.entries()) {
    if (line % STEP_LINES === 0) yield
    if (text.length > 2_000) continue
    const own = wordsOf(text)
    if (own.length === 0) continue
    const shared = new Set(own.filter((word) => words.has(word))).size
    const score = (2 * shared) / (words.size + new Set(own).size)
    if (score >= LIKE && (best === null || score > best.score)) best = { line, score }
  }
  if (best === null) return null
  let line = best.line
  for (let before = rows.indexOf(longest); before > 0 && line > 0; ) {
    line -= 1
    if (lines[line]?.trim() !== '') before -= 1
  }
  return line
}

/** Compares the lines of a text with those from a line of the file on. One line more or less is made up for. */
function compared(lines: readonly string[], rows: readonly string[], start: number): NearestPassage {
  const differences: LineDifference[] = []
  let at = start
  const filledFrom = (from: number) => {
    let next = from
    while (next < lines.length && lines[next]?.trim() === '') next += 1
    return next
  }
  for (const [row, yours] of rows.entries()) {
    at = filledFrom(at)
    const file = lines[at]
    const next = filledFrom(at + 1)
    if (file !== undefined && squeezed(file) === squeezed(yours)) at = next
    else if (file !== undefined && lines[next] !== undefined && squeezed(lines[next]) === squeezed(yours)) {
      differences.push({ yours: null, file, line: at + 1 })
      at = filledFrom(next + 1)
    } else if (
      file !== undefined &&
      rows[row + 1] !== undefined &&
      squeezed(rows[row + 1] ?? '') === squeezed(file)
    ) {
      differences.push({ yours, file: null, line: null })
    } else {
      differences.push({ yours, file: file ?? null, line: file === undefined ? null : at + 1 })
      at = next
    }
  }
  return { line: filledFrom(start) + 1, of: rows.length, differences }
}

function wordsOf(line: string): string[] {
  return canonical(line).match(/[\p{L}\p{N}_$]+/gu) ?? []
}

function squeezed(line: string): string {
  return canonical(line).replace(/\s+/g, '')
}
