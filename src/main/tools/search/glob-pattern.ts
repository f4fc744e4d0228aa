import { AppError } from '#shared/errors.ts'
import { ANY_CHARACTER, linearTest, type PatternStep } from '#shared/linear-pattern.ts'

/**
 * Maximum pattern length in UTF-16 units. Real patterns are shorter, and each character costs time per file.
 */
const LONGEST_PATTERN = 1_000
/** Maximum nesting of braces. Deeper ones are literal. */
const DEEPEST_BRACES = 10

/**
 * Makes a test of paths relative to the folder of the search. `*` and `?` stay in one folder, `**` goes through
 * all, `[a-z]` and `{a,b}` are choices and also match themselves as text, since folders have such names. A pattern
 * without a slash is a name in any folder. Throws an `AppError` for a pattern that is too long or means nothing.
 */
export function globTest(pattern: string): (path: string) => boolean {
  if (pattern.length > LONGEST_PATTERN) {
    throw AppError.forAgent('tool.failed', `A file pattern has at most ${LONGEST_PATTERN} characters.`)
  }
  const rooted = pattern.replace(/^\.?\//, '')
  const steps = readSteps([...rooted], pattern)
  return linearTest(pattern.includes('/') ? steps : [ANY_FOLDERS, ...steps])
}

const inFolder = (character: string): boolean => character !== '/'
const ANYTHING: PatternStep = { kind: 'many', allows: ANY_CHARACTER }
const ANY_FOLDERS: PatternStep = { kind: 'choice', of: [[], [ANYTHING, { kind: 'text', text: '/' }]] }

type Reading = { readonly characters: readonly string[]; readonly whole: string; readonly depth: number }

function readSteps(characters: readonly string[], whole: string, depth = 0): PatternStep[] {
  const reading = { characters, whole, depth }
  const steps: PatternStep[] = []
  for (let at = 0; at < characters.length; ) {
    const { step, end } = readStep(reading, at)
    steps.push(step)
    at = end
  }
  return steps
}

type Read = { readonly step: PatternStep; readonly end: number }

function readStep(reading: Reading, at: number): Read {
  const { characters } = reading
  const character = characters[at] ?? ''
  if (character === '*') return readStars(characters, at)
  if (character === '?') return { step: { kind: 'one', allows: inFolder }, end: at + 1 }
  const choice = character === '[' ? readSet(reading, at) : character === '{' ? readBraces(reading, at) : null
  return choice ?? { step: { kind: 'text', text: character }, end: at + 1 }
}

function readStars(characters: readonly string[], at: number): Read {
  if (characters[at + 1] !== '*') return { step: { kind: 'many', allows: inFolder }, end: at + 1 }
  return characters[at + 2] === '/' ? { step: ANY_FOLDERS, end: at + 3 } : { step: ANYTHING, end: at + 2 }
}

/** Parses `[abc]`, `[a-z]` or `[!a]`. An unterminated set is literal. */
function readSet({ characters, whole }: Reading, at: number): Read | null {
  const isNegated = characters[at + 1] === '!' || characters[at + 1] === '^'
  const first = at + (isNegated ? 2 : 1)
  const end = characters.indexOf(']', first + 1)
  if (end === -1) return null
  const members = characters.slice(first, end)
  const name: PatternStep = { kind: 'text', text: characters.slice(at, end + 1).join('') }
  const ranges = rangesOf(members)
  if (ranges === null && members.length === 3) {
    throw AppError.forAgent('tool.failed', `${whole} is not a valid file pattern.`)
  }
  // A folder may be called `[lang-code]`, which is no set.
  if (ranges === null) return { step: name, end: end + 1 }
  const allows = (character: string): boolean => inFolder(character) && isIn(ranges, character) !== isNegated
  return { step: { kind: 'choice', of: [[{ kind: 'one', allows }], [name]] }, end: end + 1 }
}

/** The ranges of a set, null when one of them runs backwards. */
function rangesOf(members: readonly string[]): [from: number, to: number][] | null {
  const ranges: [number, number][] = []
  for (let at = 0; at < members.length; at += 1) {
    const from = codeOf(members[at])
    const isRange = members[at + 1] === '-' && at + 2 < members.length
    const to = isRange ? codeOf(members[at + 2]) : from
    if (to < from) return null
    ranges.push([from, to])
    if (isRange) at += 2
  }
  return ranges
}

/** Parses `{a,b}` with nested choices. Unterminated braces are literal. */
function readBraces({ characters, whole, depth }: Reading, at: number): Read | null {
  const end = endOfBraces(characters, at)
  if (end === -1 || depth >= DEEPEST_BRACES) return null
  const choices: string[][] = [[]]
  let open = 0
  for (const character of characters.slice(at + 1, end)) {
    if (character === ',' && open === 0) choices.push([])
    else choices.at(-1)?.push(character)
    if (character === '{') open += 1
    if (character === '}') open -= 1
  }
  const name: PatternStep = { kind: 'text', text: characters.slice(at, end + 1).join('') }
  const of = choices.map((choice) => readSteps(choice, whole, depth + 1))
  return { step: { kind: 'choice', of: [...of, [name]] }, end: end + 1 }
}

/** Returns the position of the matching closing brace; -1 for none. */
function endOfBraces(characters: readonly string[], at: number): number {
  let open = 0
  for (let end = at; end < characters.length; end += 1) {
    if (characters[end] === '{') open += 1
    if (characters[end] === '}') open -= 1
    if (open === 0) return end
  }
  return -1
}

function isIn(ranges: readonly (readonly [number, number])[], character: string): boolean {
  const code = codeOf(character)
  return ranges.some(([from, to]) => from <= code && code <= to)
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0
}
