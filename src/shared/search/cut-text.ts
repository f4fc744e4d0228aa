import { foldText } from './fold-text.ts'

/** Writing without spaces between words: there a machine must say where words begin. */
const RUN =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const PIECES = new RegExp(`(?:(?=[\\p{L}\\p{N}])[${RUN}])+|(?:(?![${RUN}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const IS_RUN = new RegExp(`^[${RUN}]`, 'u')
/** A "word" longer than this is data; its beginning is enough to find it by. */
const LONGEST = 64

let segmenter: Intl.Segmenter | null = null

/** The terms a text is found by. The same cut is made of what is asked, see `cutQuery`. */
export function cutText(text: string): string[] {
  const terms: string[] = []
  for (const piece of piecesOf(text)) {
    if (IS_RUN.test(piece)) terms.push(...termsOfRun(piece))
    else terms.push(piece.slice(0, LONGEST))
  }
  return terms
}

/**
 * The search terms for one word of a query: all of `terms` must match. `whole` is the word itself if it is
 * also indexed as one term, for a higher rank. `begins`: the word is a prefix.
 */
export type AskedWord = {
  readonly terms: readonly string[]
  readonly whole: string | null
  readonly begins: boolean
}

/** Cuts a question. The last word may still be being typed. */
export function cutQuery(query: string): AskedWord[] {
  const pieces = piecesOf(query)
  const open = /[\p{L}\p{N}\p{M}]$/u.test(query)
  return pieces.flatMap((piece, index): AskedWord[] => {
    if (IS_RUN.test(piece)) return askedOfRun(piece)
    const term = piece.slice(0, LONGEST)
    const begins = open && index === pieces.length - 1 && [...term].length >= 2
    return [{ terms: [term], whole: null, begins }]
  })
}

/**
 * Returns the index terms of an unspaced run. Every pair of neighbours is a term, so that any part is found
 * however a dictionary would split it. Longer words are terms too, so that whole words rank first. The last
 * character is a term of its own, so that each character begins one.
 */
function termsOfRun(run: string): string[] {
  const characters = [...run]
  const longer = segments(run).filter((word) => [...word].length > 2)
  return [...pairs(characters), ...characters.slice(-1), ...longer.map((word) => word.slice(0, LONGEST))]
}

/** Splits an unspaced query. Dictionary words may be separate in the text; unknown ones must be adjacent. */
function askedOfRun(run: string): AskedWord[] {
  const characters = [...run]
  if (characters.length === 1) return [{ terms: characters, whole: null, begins: true }]
  const asked: AskedWord[] = []
  let unknown: string[] = []
  const endUnknown = () => {
    if (unknown.length > 1) asked.push({ terms: pairs(unknown), whole: null, begins: false })
    unknown = []
  }
  for (const word of segments(run)) {
    const parts = [...word]
    if (parts.length === 1) {
      unknown.push(word)
      continue
    }
    endUnknown()
    asked.push({
      terms: pairs(parts),
      whole: parts.length > 2 ? word.slice(0, LONGEST) : null,
      begins: false,
    })
  }
  endUnknown()
  // Only single characters that stand apart, between words that are none: ask for the run as it is.
  return asked.length > 0 ? asked : [{ terms: pairs(characters), whole: null, begins: false }]
}

function piecesOf(text: string): readonly string[] {
  return foldText(text).match(PIECES) ?? []
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
