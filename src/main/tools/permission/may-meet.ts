import { parsePattern } from './pattern.ts'

/**
 * One character, a character that is not known, or any number of these. `slash` and `dot` say whether it may be
 * one of them; `leaves` is how many tokens, itself included, can be passed over.
 */
type Token =
  | { readonly char: string }
  | { readonly many: boolean; readonly slash: boolean; readonly dot: boolean; readonly leaves: number }

const ANYTHING: Token = { many: true, slash: true, dot: true, leaves: 1 }
const IN_FOLDER: Token = { many: true, slash: false, dot: true, leaves: 1 }
/** Maximum position pairs of two patterns examined. */
const MOST_STATES = 1_000_000

/**
 * Whether a shell's file pattern can name a path covered by a rule's pattern, or is itself such a path: bash
 * keeps a pattern without matches. It may be true for a pair that never meets, but is never false for one
 * that does. Each examined pair spends `budget`; without any left the answer is true.
 */
export function mayMeet(
  shellPattern: string,
  rulePattern: string,
  home: string,
  budget: MeetBudget = meetBudget(),
): boolean {
  budget.left -= shellPattern.length + rulePattern.length
  if (budget.left < 0) return true
  const named = shellTokens(shellPattern)
  const text = chars(shellPattern.normalize('NFC').toLowerCase())
  return ruleTokens(rulePattern, home).some(
    (covered) => share(named, covered, budget) || share(text, covered, budget),
  )
}

/** The shared budget for all comparisons of one command. */
export type MeetBudget = { left: number }

export function meetBudget(): MeetBudget {
  return { left: MOST_STATES }
}

function shellTokens(pattern: string): Token[] {
  const pieces =
    pattern
      .normalize('NFC')
      .toLowerCase()
      .match(/\*+|\?|\[[^\]/]+\]|[\s\S]/gu) ?? []
  return pieces.flatMap((piece, index): Token[] => {
    const first = index === 0 || pieces[index - 1] === '/'
    const one: Token = { many: false, slash: false, dot: !first, leaves: 0 }
    if (piece === '?' || (piece.length > 1 && piece.startsWith('['))) return [one]
    if (!piece.startsWith('*')) return chars(piece)
    // A star does not match a leading dot of a name.
    return first ? [{ ...one, leaves: 2 }, IN_FOLDER] : [IN_FOLDER]
  })
}

/** Every way a rule's pattern can be laid out: here or in any folder, the thing itself or what is in it. */
function ruleTokens(pattern: string, home: string): Token[][] {
  const trimmed = pattern.replace(/^\.\//, '').replace(/(?<=[^/])\/$/, '')
  const expanded = /^~(?=\/|$)/.test(trimmed) ? home.replaceAll('\\', '/') + trimmed.slice(1) : trimmed
  const inside = /^\*\*\//.test(expanded) ? expanded.slice(3) : expanded
  const tokens = parsePattern(inside).flatMap((piece) => {
    if ('literal' in piece) return chars(piece.literal.normalize('NFC').toLowerCase())
    return piece.stars === 1 ? [IN_FOLDER] : [ANYTHING]
  })
  // `a/**/b` also matches `a/b`: the slash after the stars is part of the match.
  const body = tokens.filter(
    (token, at) => !('char' in token && token.char === '/' && tokens[at - 1] === ANYTHING),
  )
  const anywhere = !expanded.includes('/') || inside !== expanded
  const starts = anywhere ? [body, [ANYTHING, ...chars('/'), ...body]] : [body]
  return starts.flatMap((start) => [start, [...start, ...chars('/'), ANYTHING]])
}

function chars(text: string): Token[] {
  return [...text].map((char) => ({ char }))
}

/** Whether some text matches both. */
function share(left: readonly Token[], right: readonly Token[], budget: MeetBudget): boolean {
  const width = right.length + 1
  const seen = new Set([0])
  for (const state of seen) {
    budget.left -= 1
    if (budget.left < 0) return true
    const [i, j] = [Math.floor(state / width), state % width]
    if (i === left.length && j === right.length) return true
    const [a, b] = [left[i], right[j]]
    const leaveA = a !== undefined && 'leaves' in a ? a.leaves : 0
    const leaveB = b !== undefined && 'leaves' in b ? b.leaves : 0
    if (leaveA > 0) seen.add((i + leaveA) * width + j)
    if (leaveB > 0) seen.add(i * width + j + leaveB)
    if (a !== undefined && b !== undefined && agree(a, b)) seen.add((i + step(a)) * width + j + step(b))
  }
  return false
}

function step(token: Token): 0 | 1 {
  return 'many' in token && token.many ? 0 : 1
}

function agree(a: Token, b: Token): boolean {
  if ('char' in a) return 'char' in b ? a.char === b.char : allows(b, a.char)
  return 'char' in b ? allows(a, b.char) : true
}

function allows({ slash, dot }: Exclude<Token, { char: string }>, char: string): boolean {
  return (char !== '/' || slash) && (char !== '.' || dot)
}
