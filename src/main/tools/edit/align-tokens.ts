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
  const [oldWords, freshWords] = [lineKeys(old, false), lineKeys(fresh, false)]
  for (const stretch of between(all, exact)) {
    const moved = aligned(stretch, oldWords, freshWords, work)
    keepLines(moved)
    for (const hunk of between(stretch, moved)) {
      const tokens: Stretch = {
        old: tokenRange(old.lines, hunk.old),
        fresh: tokenRange(fresh.lines, hunk.fresh),
      }
      const [oldKeys, freshKeys] = [old, fresh].map((side) => side.tokens.map(({ key }) => key))
      for (const [from, to] of aligned(tokens, oldKeys ?? [], freshKeys ?? [], work)) keptAs[to] = from
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
