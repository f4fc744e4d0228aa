import { LOOKALIKES } from './lookalikes.ts'

/** The kind of a suspicious character that is shown as a code. */
export type ForeignKind = 'control' | 'direction' | 'invisible' | 'space' | 'lookalike'

/** A piece of text from outside: plain, a run of right-to-left words, or one character that is drawn as a code. */
export type ForeignPiece =
  | { readonly kind: 'text' | 'rtl'; readonly text: string; readonly at: number }
  | { readonly kind: ForeignKind; readonly text: string; readonly at: number; readonly code: string }

export type ForeignOptions = {
  /** Whether line breaks and tabs belong to the text, as in a command or a file. In a title they are drawn as codes. */
  readonly lines?: boolean
  /** Whether the text is prose, in which short words of other alphabets are usual. */
  readonly prose?: boolean
}

/** Letters that are written from right to left. */
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Everything that can need more than its own letter; most text has none of it. */
const SUSPECT = /[^\x20-\x7e\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Splits untrusted text into pieces that can be rendered without hiding or reordering anything. Control
 * characters, direction controls, zero-width characters and ASCII look-alikes become codes.
 */
export function foreignPieces(text: string, options: ForeignOptions = {}): readonly ForeignPiece[] {
  if (!SUSPECT.test(text)) return text === '' ? [] : [{ kind: 'text', text, at: 0 }]
  const suspects = lookalikesIn(text, options.prose === true)
  const joined = new Set([...text.matchAll(EMOJI_JOINS)].map(({ index }) => index))
  const pieces: ForeignPiece[] = []
  let marks = 0
  let at = 0
  for (const char of text) {
    marks = /\p{M}/u.test(char) ? marks + 1 : 0
    const kind = joined.has(at)
      ? null
      : (kindOf(char, options.lines === true, marks) ?? (suspects.has(at) ? 'lookalike' : null))
    if (kind !== null) pieces.push({ kind, text: char, at, code: codeOf(char) })
    else append(pieces, char, at)
    at += char.length
  }
  return pieces
}

/** Characters that join or colour emoji. Elsewhere they are invisible characters. */
const EMOJI_JOINS =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d(?=\p{Extended_Pictographic})/gu

/** Whether something in the text is drawn as a code. */
export function hasCodes(text: string, options: ForeignOptions = {}): boolean {
  return foreignPieces(text, options).some((piece) => 'code' in piece)
}

/** Writes untrusted text for a place that takes only letters, such as a tooltip: what would be a code is one in brackets. */
export function spelledText(text: string, options: ForeignOptions = {}): string {
  return foreignPieces(text, options)
    .map((piece) => ('code' in piece ? `[${piece.code}]` : piece.text))
    .join('')
}

function append(pieces: ForeignPiece[], char: string, at: number): void {
  const last = pieces.at(-1)
  const isRtl = RTL.test(char)
  if (last?.kind === 'rtl' && (isRtl || /\p{M}/u.test(char))) {
    pieces[pieces.length - 1] = { ...last, text: last.text + char }
  } else if (isRtl) pieces.push({ kind: 'rtl', text: char, at })
  else if (last?.kind === 'text') pieces[pieces.length - 1] = { ...last, text: last.text + char }
  else pieces.push({ kind: 'text', text: char, at })
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Maximum marks on one letter: more would overlap other lines. */
const MOST_MARKS = 3

function kindOf(char: string, lines: boolean, marks: number): ForeignKind | null {
  if (char >= ' ' && char <= '~') return null
  if (lines && (char === '\n' || char === '\t')) return null
  if (/\p{Bidi_Control}/u.test(char)) return 'direction'
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(char)) return 'control'
  // The ideographic space is as wide as a sign and usual in Chinese.
  if (/\p{Zs}/u.test(char)) return char === '\u3000' ? null : 'space'
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\u2800]/u.test(char)) return 'invisible'
  return marks > MOST_MARKS ? 'invisible' : null
}

/** Words of letters and digits, with the marks on them. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu

const OTHERS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu

/** Returns the positions of letters and signs that look like ASCII. */
function lookalikesIn(text: string, prose: boolean): ReadonlySet<number> {
  const found = new Set<number>()
  // Prose of another alphabet shows that it is with letters that ASCII has not.
  const isOther = prose && [...text.matchAll(OTHERS)].some(([char]) => !LOOKALIKES.has(char))
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const chars = [...word]
    const alike = chars.filter((char) => LOOKALIKES.has(char))
    if (alike.length === 0) continue
    const isMixed = /[A-Za-z]/.test(word)
    const passes = chars.every((char) => char < '\u0080' || LOOKALIKES.has(char))
    if (isMixed || (passes && !isOther)) markIn(found, word, index)
  }
  if (prose) return found
  for (const { index } of text.matchAll(SIGNS)) found.add(index)
  return found
}

function markIn(found: Set<number>, word: string, start: number): void {
  let at = start
  for (const char of word) {
    if (LOOKALIKES.has(char)) found.add(at)
    at += char.length
  }
}

/** Signs that pass for `-`, `/`, `'`, `"`, `;`, `:`, `.`, `|`, `*`, `~`, `` ` `` or `<>` in a command or a path. */
const SIGNS =
  /[\u02bc\u02b9\u02c8\u02d7\u037e\u0387\u05f3\u1806\u2010-\u2013\u2018-\u201f\u2024\u2032\u2035\u2039\u203a\u2043\u2044\u2052\u2053\u2212\u2215\u2216\u2217\u2223\u2236\u223c\u29f8\u29f9\u2758\ua789\ufe52\ufe58\ufe63\ufe68\uff07\uff0d\uff0e\uff0f\uff3c\uff40\uff5c\uff5e]/g
