import { ANY_CHARACTER, linearTest, type PatternStep } from '#shared/linear-pattern.ts'
import { type PatternPiece, parsePattern } from './pattern.ts'

/** Allowing is exact; refusing looks past upper and lower case, because many disks do. */
export type MatchCase = 'exact' | 'any'

/**
 * Whether a command pattern matches a command. A trailing ` *` also matches the command without arguments.
 */
export function matchesCommand(pattern: string, command: string, matchCase: MatchCase): boolean {
  const pieces = parsePattern(normal(pattern, matchCase))
  const text = normal(command, matchCase)
  if (coversText(pieces, text)) return true
  const last = pieces.at(-1)
  const before = pieces.at(-2)
  const isOpen = last !== undefined && 'stars' in last && before !== undefined && 'literal' in before
  if (!isOpen || !before.literal.endsWith(' ')) return false
  return coversText([...pieces.slice(0, -2), { literal: before.literal.slice(0, -1) }], text)
}

/** Finds the literals one after the other, each at its first place, which leaves most room for the next. */
function coversText(pieces: readonly PatternPiece[], text: string): boolean {
  const { literals, isOpenAtStart, isOpenAtEnd } = literalsOf(pieces)
  if (literals.length === 0) return text === '' || isOpenAtStart
  let at = 0
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1
    if (isLast && !isOpenAtEnd) {
      const end = text.length - literal.length
      return end >= at && text.endsWith(literal) && (index > 0 || isOpenAtStart || end === 0)
    }
    const found =
      index === 0 && !isOpenAtStart ? (text.startsWith(literal) ? 0 : -1) : text.indexOf(literal, at)
    if (found === -1) return false
    at = found + literal.length
  }
  return true
}

/** The texts between the wildcards of a pattern. */
function literalsOf(pieces: readonly PatternPiece[]) {
  const literals: string[] = []
  let wild = true
  for (const piece of pieces) {
    if ('stars' in piece) wild = true
    else if (wild || literals.length === 0) {
      literals.push(piece.literal)
      wild = false
    } else literals[literals.length - 1] += piece.literal
  }
  const [first] = pieces
  const last = pieces.at(-1)
  return {
    literals,
    isOpenAtStart: first !== undefined && 'stars' in first,
    isOpenAtEnd: last !== undefined && 'stars' in last,
  }
}

/**
 * Whether a path pattern matches a path. `*` stays inside one folder, `**` crosses folders. A pattern without
 * a slash matches that name in every folder, and a folder's pattern matches everything in it.
 */
export function matchesPath(pattern: string, shown: string, home: string, matchCase: MatchCase): boolean {
  return pathTest(pattern, home, matchCase)(normal(shown, matchCase))
}

/** Maximum cached path pattern tests: one list of rules is checked against many paths. */
const MOST_TESTS = 500
const tests = new Map<string, (path: string) => boolean>()

function pathTest(pattern: string, home: string, matchCase: MatchCase): (path: string) => boolean {
  const key = `${matchCase} ${home}\0${pattern}`
  const known = tests.get(key)
  if (known !== undefined) return known
  if (tests.size >= MOST_TESTS) tests.clear()
  const test = linearTest(pathSteps(pattern, home, matchCase))
  tests.set(key, test)
  return test
}

const ANYTHING: PatternStep = { kind: 'many', allows: ANY_CHARACTER }
const IN_FOLDER: PatternStep = { kind: 'many', allows: (character) => character !== '/' }
const SLASH: PatternStep = { kind: 'text', text: '/' }
const ANY_FOLDERS: PatternStep = { kind: 'choice', of: [[], [ANYTHING, SLASH]] }
const INSIDE: PatternStep = { kind: 'choice', of: [[], [SLASH, ANYTHING]] }

function pathSteps(pattern: string, home: string, matchCase: MatchCase): PatternStep[] {
  const trimmed = pattern.replace(/^\.\//, '').replace(/(?<=[^/])\/$/, '')
  const expanded = /^~(?=\/|$)/.test(trimmed) ? home.replaceAll('\\', '/') + trimmed.slice(1) : trimmed
  const steps = parsePattern(normal(expanded, matchCase)).flatMap((piece): PatternStep[] => {
    if ('literal' in piece) return [...piece.literal].map((text) => ({ kind: 'text', text }))
    return [piece.stars === 1 ? IN_FOLDER : ANYTHING]
  })
  const isAnywhere = !expanded.includes('/')
  return [...(isAnywhere ? [ANY_FOLDERS] : []), ...withOptionalFolders(steps), INSIDE]
}

// `**` between two slashes, or at the start, also matches no folder.
function withOptionalFolders(steps: readonly PatternStep[]): PatternStep[] {
  return steps.flatMap((step, at): PatternStep[] => {
    const isAfterSlash = at === 0 || isSlash(steps[at - 1])
    const isFolders = step === ANYTHING && isAfterSlash && isSlash(steps[at + 1])
    if (isFolders) return [ANY_FOLDERS]
    const before = steps[at - 1]
    const wasFolders = isSlash(step) && before === ANYTHING && (at === 1 || isSlash(steps[at - 2]))
    return wasFolders ? [] : [step]
  })
}

function isSlash(step: PatternStep | undefined): boolean {
  return step?.kind === 'text' && step.text === '/'
}

/** Size of the comparison cache, in UTF-16 units: each rule compares the same texts again. */
const MOST_KEPT = 2_000_000
const kept = { exact: new Map<string, string>(), any: new Map<string, string>(), size: 0 }

const BEYOND_ASCII = /[\u0080-\uffff]/

/** Systems spell the same accented letter in two ways. Two letters that differ in case only become the same one. */
function normal(text: string, matchCase: MatchCase): string {
  const known = kept[matchCase].get(text)
  if (known !== undefined) return known
  if (kept.size > MOST_KEPT) {
    kept.exact.clear()
    kept.any.clear()
    kept.size = 0
  }
  const composed = BEYOND_ASCII.test(text) ? text.normalize('NFC') : text
  // Upper case alone keeps `ẞ` and `ß` apart, lower case alone the two forms of a Greek sigma.
  const made = matchCase === 'any' ? composed.toLowerCase().toUpperCase() : composed
  kept[matchCase].set(text, made)
  kept.size += text.length + made.length
  return made
}
