import { codesOf, eachMatch, STEP_CHARACTERS, type Steps } from './search-text.ts'
import { canonical, type Token, type TokenText, tokensOf } from './text-tokens.ts'

/** A place of a text that has the tokens looked for. */
export type Passage = { readonly start: number; readonly end: number; readonly tokens: readonly Token[] }

/** Fewer tokens or characters than these match by chance. */
const FEWEST_TOKENS = 3
const FEWEST_CHARACTERS = 8
/** Maximum token comparisons before a search in a repetitive text is abandoned. */
const MOST_COMPARED = 1_000_000

/** Whether a text has enough tokens to be found whatever its white space. */
export function isLongEnough({ tokens }: TokenText): boolean {
  if (tokens.length < FEWEST_TOKENS) return false
  let characters = 0
  for (const { start, end } of tokens) {
    characters += end - start
    if (characters >= FEWEST_CHARACTERS) return true
  }
  return false
}

/** Finds passages of one text by their tokens. Prepares the text at the first search; each search takes linear time. */
export function createPassageFinder(text: string) {
  let prepared: Squeezed | null = null

  /** Returns the first passages with the tokens of `wanted`, `most` at the most; `apart` without overlaps. */
  function* find(wanted: TokenText, most: number, { apart }: { apart: boolean }): Steps<Passage[]> {
    if (!isLongEnough(wanted)) return []
    prepared ??= yield* squeeze(text)
    const squeezed = prepared
    const pattern = yield* squeeze(wanted.text)
    const found: Passage[] = []
    const budget = { left: MOST_COMPARED }
    yield* eachMatch(squeezed.codes, pattern.codes, (at) => {
      const start = squeezed.at[at] ?? 0
      if (apart && start < (found.at(-1)?.end ?? 0)) return true
      const end = behind(text, squeezed, at + pattern.codes.length)
      const tokens = sameTokens(text, { start, end }, wanted.tokens, budget)
      if (tokens !== null) found.push({ start, end: tokens.at(-1)?.end ?? end, tokens })
      return budget.left > 0 && found.length < most
    })
    return budget.left > 0 ? found : []
  }

  return { find }
}

export type PassageFinder = ReturnType<typeof createPassageFinder>

/** A text without white space, in canonical characters, and where each of them was. */
type Squeezed = { readonly codes: Uint16Array; readonly at: Uint32Array }

const SPACE = 0
const JOINS = 1
const UNKNOWN = 0xffff
const DOT = 0x2e
const ELLIPSIS = 0x2026
const folds = new Uint16Array(65_536).fill(UNKNOWN)

/** Returns the canonical code of a character: `SPACE` for white space, `JOINS` for one that joins the one before it. */
function foldOf(code: number): number {
  const known = folds[code] ?? UNKNOWN
  if (known !== UNKNOWN) return known
  const character = String.fromCharCode(code)
  let fold = code
  if (/\s/.test(character)) fold = SPACE
  else if (/[\p{M}\u1160-\u11ff]/u.test(character)) fold = JOINS
  // Control characters give way to the two marks above.
  else if (code < 2) fold = 2
  else if (code > 0x7f && (code < 0xd800 || code > 0xdfff)) fold = canonical(character).charCodeAt(0)
  folds[code] = fold
  return fold
}

function* squeeze(text: string): Steps<Squeezed> {
  const from = codesOf(text)
  const codes = new Uint16Array(text.length)
  const at = new Uint32Array(text.length)
  let length = 0
  let next = STEP_CHARACTERS
  for (let position = 0; position < from.length; position += 1) {
    if (position >= next) {
      next = position + STEP_CHARACTERS
      yield
    }
    const code = from[position] ?? 0
    const fold = foldOf(code)
    if (fold === SPACE) continue
    if (fold === JOINS) {
      const end = endOfMarks(from, position)
      const start = length > 0 && at[length - 1] === position - 1 ? position - 1 : position
      if (start < position) length -= 1
      const whole = canonical(text.slice(start, end)).slice(0, end - start)
      for (let each = 0; each < whole.length; each += 1) {
        codes[length] = whole.charCodeAt(each)
        at[length] = start
        length += 1
      }
      position = end - 1
      continue
    }
    const isEllipsis = code === DOT && from[position + 1] === DOT && from[position + 2] === DOT
    codes[length] = isEllipsis ? ELLIPSIS : fold
    at[length] = position
    length += 1
    if (isEllipsis) position += 2
  }
  return { codes: codes.subarray(0, length), at: at.subarray(0, length) }
}

/** Maximum combining marks per character. Real writing has fewer, and composing more would take long. */
const MOST_MARKS = 16

function endOfMarks(codes: Uint16Array, from: number): number {
  let end = from + 1
  while (end < codes.length && end - from < MOST_MARKS && foldOf(codes[end] ?? 0) === JOINS) end += 1
  return end
}

/** Returns the position behind the squeezed character before `at`. */
function behind(text: string, { at }: Squeezed, next: number): number {
  let end = next < at.length ? (at[next] ?? text.length) : text.length
  while (end > 0 && foldOf(text.charCodeAt(end - 1)) === SPACE) end -= 1
  return end
}

const WORD = /[\p{L}\p{N}\p{M}_$]/u

/** Returns the tokens of a place when they are the wanted ones and no word is cut at its ends. */
function sameTokens(
  text: string,
  { start, end }: { start: number; end: number },
  wanted: readonly Token[],
  budget: { left: number },
): Token[] | null {
  if (cutsWord(text, start) || cutsWord(text, end)) return null
  const first = wanted[0]
  if (first === undefined) return null
  // Most places that do not match differ in their first tokens.
  const head = tokensOf(text, start, Math.min(end, start + 4 * (first.end - first.start) + 8))
  budget.left -= 1
  if (head.length > 1 && head[0]?.key !== first.key) return null
  budget.left -= wanted.length
  const tokens = tokensOf(text, start, end)
  const isSame = tokens.length === wanted.length && tokens.every(({ key }, at) => key === wanted[at]?.key)
  return isSame ? tokens : null
}

function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at))
}
