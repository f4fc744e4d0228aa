import { AppError } from '#shared/errors.ts'
import { ANY_CHARACTER, linearTest, type PatternStep } from '#shared/linear-pattern.ts'

/** Maximum steps of a pattern with expanded repetitions. */
const MOST_STEPS = 5_000
const DEEPEST_GROUPS = 50

/**
 * Makes a test of whether a line contains a match of a regular expression, in time linear in the line. Knows literals,
 * classes, groups, choices, repeats, edges of lines and words. Throws an `AppError` for a pattern that is broken, and
 * for one that needs more: look-arounds, references, and repeats of groups that repeat or choose.
 */
export function linePattern(pattern: string, ignoreCase: boolean): (line: string) => boolean {
  const reader: Reader = { characters: [...pattern], at: 0, depth: 0, steps: 0, ignoreCase }
  const { steps } = readChoices(reader)
  if (reader.at < reader.characters.length) throw broken('a group is closed that was not opened')
  const anything: PatternStep = { kind: 'many', allows: ANY_CHARACTER }
  return linearTest([anything, ...steps, anything])
}

type Reader = {
  readonly characters: readonly string[]
  readonly ignoreCase: boolean
  at: number
  depth: number
  steps: number
}

/** `varies` when it repeats or chooses, so that a repeat of it is refused. */
type Parsed = { readonly steps: readonly PatternStep[]; readonly varies: boolean }
type CharacterTest = (character: string) => boolean

function readChoices(reader: Reader): Parsed {
  const choices = [readSequence(reader)]
  while (peek(reader) === '|') {
    reader.at += 1
    choices.push(readSequence(reader))
  }
  const [only] = choices
  if (only !== undefined && choices.length === 1) return only
  return { steps: [{ kind: 'choice', of: choices.map(({ steps }) => steps) }], varies: true }
}

function readSequence(reader: Reader): Parsed {
  const steps: PatternStep[] = []
  let varies = false
  for (let next = peek(reader); next !== '' && next !== '|' && next !== ')'; next = peek(reader)) {
    const atom = readAtom(reader)
    const repeated = readRepeat(reader, atom)
    steps.push(...repeated.steps)
    reader.steps += repeated.steps.length
    if (reader.steps > MOST_STEPS) throw tooMuch()
    varies ||= repeated.varies
  }
  return { steps, varies }
}

function readAtom(reader: Reader): Parsed {
  const character = take(reader)
  if (character === '(') return readGroup(reader)
  if (character === '[') return tested(readClass(reader))
  if (character === '.') return { steps: [{ kind: 'one', allows: ANY_CHARACTER }], varies: false }
  if (character === '^') return edge((before) => before === '')
  if (character === '$') return edge((_, after) => after === '')
  if (character === '\\') return readEscape(reader)
  if (character === '*' || character === '+' || character === '?') throw broken('nothing to repeat')
  return tested(is(reader, character))
}

function readGroup(reader: Reader): Parsed {
  reader.depth += 1
  if (reader.depth > DEEPEST_GROUPS) throw tooMuch()
  if (peek(reader) === '?') {
    const opening = reader.characters.slice(reader.at, reader.at + 100).join('')
    const plain = /^\?(:|P?<[A-Za-z_]\w*>)/.exec(opening)?.[0]
    if (plain === undefined) throw tooMuch()
    reader.at += plain.length
  }
  const inner = readChoices(reader)
  if (take(reader) !== ')') throw broken('a group is not closed')
  reader.depth -= 1
  return inner
}

function readRepeat(reader: Reader, atom: Parsed): Parsed {
  const counts = readCounts(reader)
  if (counts === null) return atom
  if (peek(reader) === '?') reader.at += 1
  if (atom.varies) throw tooMuch()
  const { least, most } = counts
  if ((most ?? least) * atom.steps.length > MOST_STEPS) throw tooMuch()
  const steps = Array.from({ length: least }, () => atom.steps).flat()
  const more: PatternStep[] =
    most === null
      ? [{ kind: 'repeat', of: atom.steps }]
      : Array.from({ length: most - least }, () => ({ kind: 'choice', of: [[], atom.steps] }))
  return { steps: [...steps, ...more], varies: true }
}

function readCounts(reader: Reader): { readonly least: number; readonly most: number | null } | null {
  const sign = peek(reader)
  const known = sign === '' ? undefined : REPEATS.get(sign)
  if (known !== undefined) {
    reader.at += 1
    return known
  }
  if (sign !== '{') return null
  const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(
    reader.characters.slice(reader.at, reader.at + 12).join(''),
  )
  if (found === null) return null
  reader.at += found[0].length
  const least = Number(found[1])
  const most = found[2] === undefined ? least : found[3] === '' ? null : Number(found[3])
  if (most !== null && most < least) throw broken('a repeat ends before it begins')
  return { least, most }
}

const REPEATS = new Map([
  ['*', { least: 0, most: null }],
  ['+', { least: 1, most: null }],
  ['?', { least: 0, most: 1 }],
])

function readEscape(reader: Reader): Parsed {
  if (peek(reader) === 'b' || peek(reader) === 'B') {
    const wanted = take(reader) === 'b'
    return edge((before, after) => (isWord(before) !== isWord(after)) === wanted)
  }
  return tested(readEscaped(reader))
}

/** Reads what follows a backslash, within a class and outside. */
function readEscaped(reader: Reader): CharacterTest {
  const character = take(reader)
  const known = CLASSES.get(character) ?? CLASSES.get(character.toLowerCase())
  if (known !== undefined) return CLASSES.has(character) ? known : (each) => !known(each)
  if (character === 'p' || character === 'P') return readProperty(reader, character === 'P')
  const code = readCode(reader, character)
  if (code !== null) return is(reader, code)
  if (character === '') throw broken('a backslash stands at its end')
  if (/^\w$/.test(character)) throw tooMuch()
  return is(reader, character)
}

const CLASSES: ReadonlyMap<string, CharacterTest> = new Map([
  ['d', (character) => /^\d$/.test(character)],
  ['w', isWord],
  ['s', (character) => /^\s$/u.test(character)],
])
const CONTROLS = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
])

function readCode(reader: Reader, character: string): string | null {
  const control = CONTROLS.get(character)
  if (control !== undefined) return control
  if (character !== 'x' && character !== 'u') return null
  const form = character === 'x' ? /^([\da-f]{2}|\{[\da-f]{1,6}\})/i : /^([\da-f]{4}|\{[\da-f]{1,6}\})/i
  const found = form.exec(reader.characters.slice(reader.at, reader.at + 8).join(''))?.[0]
  const code = Number.parseInt(found?.replace(/[{}]/g, '') ?? '', 16)
  if (found === undefined || code > 0x10ffff) throw broken('a code of a character is not valid')
  reader.at += found.length
  return String.fromCodePoint(code)
}

/** A property such as `\p{L}`. Its name is checked, and it is tested against one character at a time. */
function readProperty(reader: Reader, isNegated: boolean): CharacterTest {
  const found = /^\{\w{1,40}(=\w{1,40})?\}/.exec(
    reader.characters.slice(reader.at, reader.at + 84).join(''),
  )?.[0]
  if (found === undefined) throw broken('a property has no name')
  reader.at += found.length
  try {
    const property = new RegExp(`^\\p${found}$`, 'u')
    return (character) => property.test(character) !== isNegated
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw broken(`there is no property ${found}`)
  }
}

function readClass(reader: Reader): CharacterTest {
  const isNegated = peek(reader) === '^'
  if (isNegated) reader.at += 1
  const tests: CharacterTest[] = []
  for (let isFirst = true; isFirst || peek(reader) !== ']'; isFirst = false) {
    if (peek(reader) === '') throw broken('a class is not closed')
    tests.push(readMember(reader))
  }
  reader.at += 1
  return (character) => tests.some((test) => test(character)) !== isNegated
}

function readMember(reader: Reader): CharacterTest {
  const from = take(reader)
  // Ripgrep knows classes in classes and their intersections.
  if (from === '[' || (from === '&' && peek(reader) === '&')) throw tooMuch()
  const isRange = peek(reader) === '-' && ![']', ''].includes(reader.characters[reader.at + 1] ?? '')
  if (from === '\\') return readEscaped(reader)
  if (!isRange) return is(reader, from)
  reader.at += 1
  const to = take(reader)
  if (to === '\\') throw tooMuch()
  if (codeOf(to) < codeOf(from)) throw broken('a range of a class runs backwards')
  return cased(reader, (character) => codeOf(from) <= codeOf(character) && codeOf(character) <= codeOf(to))
}

function tested(allows: CharacterTest): Parsed {
  return { steps: [{ kind: 'one', allows }], varies: false }
}

/** The same test for a character in either case, where the search asks for it. */
function cased({ ignoreCase }: Reader, test: CharacterTest): CharacterTest {
  if (!ignoreCase) return test
  return (character) => test(character) || test(character.toLowerCase()) || test(character.toUpperCase())
}

function edge(holds: (before: string, after: string) => boolean): Parsed {
  return { steps: [{ kind: 'edge', holds }], varies: false }
}

function is(reader: Reader, character: string): CharacterTest {
  return cased(reader, (each) => each === character)
}

function isWord(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}_]$/u.test(character)
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0
const peek = ({ characters, at }: Reader): string => characters[at] ?? ''

function take(reader: Reader): string {
  const character = peek(reader)
  reader.at += 1
  return character
}

const BROKEN = 'broken pattern'

function broken(why: string): AppError {
  const text = `The pattern is not a valid regular expression: ${why}.`
  return AppError.forAgent('tool.failed', text, { cause: BROKEN })
}

/** Whether `linePattern` threw this because the pattern is no regular expression. */
export function isBrokenPattern(error: unknown): boolean {
  return error instanceof AppError && error.cause === BROKEN
}

function tooMuch(): AppError {
  return AppError.forAgent(
    'tool.failed',
    'Without ripgrep this pattern cannot be searched safely. Use a simpler one.',
  )
}
