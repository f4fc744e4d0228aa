import { diffArrays } from 'diff'
import type { TokenLine, TokenText } from './text-tokens.ts'

/** The longest edit script that is looked for in one stretch, and the work of all stretches together. */
const LONGEST_SCRIPT = 400
const MOST_WORK = 1_000_000

/** A stretch of the old and the new text, as indices of lines or tokens. */
type Stretch = {
  readonly old: readonly [from: number, to: number]
  readonly fresh: readonly [from: number, to: number]
}

/**
 * Aligns the tokens of a new text with those of the old one. Returns for each new token the index of the old token
 * it keeps, or -1. Whole lines are aligned first, so that a brace stays with its line.
 */
export function alignTokens(old: TokenText, fresh: TokenText): Int32Array {
  const keptAs = new Int32Array(fresh.tokens.length).fill(-1)
  const work = { left: MOST_WORK }
  const keepLines = (pairs: readonly (readonly [number, number])[]) => {
    for (const [oldLine, freshLine] of pairs) {
      const from = old.lines[oldLine]
      const to = fresh.lines[freshLine]
      if (from === undefined || to === undefined) continue
      for (let at = 0; at < to.end - to.first; at += 1) keptAs[to.first + at] = from.first + at
    }
  }
  const all: Stretch = { old: [0, old.lines.length], fresh: [0, fresh.lines.length] }
  const exact = aligned(all, lineKeys(old, true), lineKeys(fresh, true), work)
  keepLines(exact)
  const oldKeys = old.tokens.map(({ key }) => key)
  const freshKeys = fresh.tokens.map(({ key }) => key)
  const [oldWords, freshWords] = [lineKeys(old, false), lineKeys(fresh, false)]
  for (const stretch of between(all, exact)) {
    const moved = aligned(stretch, oldWords, freshWords, work)
    keepLines(moved)
    for (const hunk of between(stretch, moved)) {
      for (const tokens of tokenStretches(hunk, old, fresh)) {
        for (const [from, to] of aligned(tokens, oldKeys, freshKeys, work)) keptAs[to] = from
      }
    }
  }
  return keptAs
}

function lineKeys({ tokens, lines }: TokenText, withIndent: boolean): string[] {
  return lines.map(({ first, end, indent }) => {
    const words = tokens.slice(first, end).map(({ key }) => key)
    return `${withIndent ? indent : ''}\n${words.join(' ')}`
  })
}

function tokenRange(lines: readonly TokenLine[], [from, to]: readonly [number, number]): [number, number] {
  const first = lines[from]?.first ?? lines.at(-1)?.end ?? 0
  return [first, to > from ? (lines[to - 1]?.end ?? first) : first]
}

/** More lines than these are not paired by likeness. */
const MOST_LIKENED = 40
/** The share of tokens that a changed line has in common with what it was. */
const LIKE = 0.5

/** Cuts a changed stretch into lines that are like each other. Where none are, its tokens are aligned as a whole. */
function tokenStretches(hunk: Stretch, old: TokenText, fresh: TokenText): Stretch[] {
  const rangeOf = (oldRange: Stretch['old'], freshRange: Stretch['fresh']): Stretch => ({
    old: tokenRange(old.lines, oldRange),
    fresh: tokenRange(fresh.lines, freshRange),
  })
  const pairs = likeLines(hunk, old, fresh)
  if (pairs.length === 0) return [rangeOf(hunk.old, hunk.fresh)]
  return pairs.map(([from, to]) => rangeOf([from, from + 1], [to, to + 1]))
}

/** Pairs the lines of a stretch so that they have most tokens in common, in order. */
function likeLines(
  { old: [oldFrom, oldTo], fresh: [freshFrom, freshTo] }: Stretch,
  old: TokenText,
  fresh: TokenText,
) {
  const [rows, columns] = [oldTo - oldFrom, freshTo - freshFrom]
  if (rows === 0 || columns === 0 || rows > MOST_LIKENED || columns > MOST_LIKENED) return []
  const keys = ({ tokens, lines }: TokenText, line: number) => {
    const { first, end } = lines[line] ?? { first: 0, end: 0 }
    return tokens.slice(first, end).map(({ key }) => key)
  }
  const oldLines = Array.from({ length: rows }, (_, at) => keys(old, oldFrom + at))
  const freshLines = Array.from({ length: columns }, (_, at) => keys(fresh, freshFrom + at))
  const best = new Float64Array((rows + 1) * (columns + 1))
  const like = new Float64Array(rows * columns)
  const at = (row: number, column: number) => best[row * (columns + 1) + column] ?? 0
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const share = likeness(oldLines[row] ?? [], freshLines[column] ?? [])
      like[row * columns + column] = share
      const paired = share >= LIKE ? share + at(row + 1, column + 1) : 0
      best[row * (columns + 1) + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const share = like[row * columns + column] ?? 0
    if (share >= LIKE && at(row, column) === share + at(row + 1, column + 1)) {
      pairs.push([oldFrom + row, freshFrom + column])
      row += 1
      column += 1
    } else if (at(row, column) === at(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}

/** Returns the share of tokens that two lines have in common. Words count for more than signs. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const weight = (key: string) => (/^[\p{L}\p{N}_$]/u.test(key) ? 3 : 1)
  const counts = new Map<string, number>()
  let all = 0
  for (const key of a) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    all += weight(key)
  }
  let common = 0
  for (const key of b) {
    all += weight(key)
    const left = counts.get(key) ?? 0
    if (left === 0) continue
    counts.set(key, left - 1)
    common += weight(key)
  }
  return all === 0 ? 0 : (2 * common) / all
}

/** Returns the pairs of equal elements of a stretch, in order. Common ends are paired even where the rest is too long. */
function aligned(
  { old, fresh }: Stretch,
  oldKeys: readonly string[],
  freshKeys: readonly string[],
  work: { left: number },
): [number, number][] {
  const pairs: [number, number][] = []
  let [oldFrom, oldTo] = old
  let [freshFrom, freshTo] = fresh
  while (oldFrom < oldTo && freshFrom < freshTo && oldKeys[oldFrom] === freshKeys[freshFrom]) {
    pairs.push([oldFrom, freshFrom])
    oldFrom += 1
    freshFrom += 1
  }
  const tail: [number, number][] = []
  while (oldFrom < oldTo && freshFrom < freshTo && oldKeys[oldTo - 1] === freshKeys[freshTo - 1]) {
    oldTo -= 1
    freshTo -= 1
    tail.unshift([oldTo, freshTo])
  }
  if (oldFrom < oldTo && freshFrom < freshTo) {
    const longest = Math.min(LONGEST_SCRIPT, Math.floor(Math.sqrt(Math.max(0, work.left))))
    const parts = diffArrays(oldKeys.slice(oldFrom, oldTo), freshKeys.slice(freshFrom, freshTo), {
      maxEditLength: longest,
    })
    let [oldAt, freshAt] = [oldFrom, freshFrom]
    let changed = 0
    for (const { added, removed, value } of parts ?? []) {
      if (added) freshAt += value.length
      else if (removed) oldAt += value.length
      else for (const _ of value) pairs.push([oldAt++, freshAt++])
      if (added || removed) changed += value.length
    }
    work.left -= (parts === undefined ? longest : changed) ** 2
  }
  return [...pairs, ...tail]
}

/** Returns the stretches between pairs. */
function between({ old, fresh }: Stretch, pairs: readonly (readonly [number, number])[]): Stretch[] {
  const stretches: Stretch[] = []
  let [oldAt, freshAt] = [old[0], fresh[0]]
  for (const [oldNext, freshNext] of [...pairs, [old[1], fresh[1]] as const]) {
    if (oldNext > oldAt || freshNext > freshAt) {
      stretches.push({ old: [oldAt, oldNext], fresh: [freshAt, freshNext] })
    }
    oldAt = oldNext + 1
    freshAt = freshNext + 1
  }
  return stretches
}
