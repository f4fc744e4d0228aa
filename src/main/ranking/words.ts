import { STOP_WORDS } from './stop-words.ts'

/** Writing without spaces between words, and all other words; names of programs hold together: `max_tokens`, `don't`. */
const RUN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー'
const PART = `(?:(?![${RUN}])[\\p{L}\\p{N}\\p{M}])+`
// Made with the first text: the tables of letters take 5 ms to read, which no start should wait for.
let wordPattern: RegExp | null = null
/** Maximum characters read of a text, because its topic is near the beginning. */
const MOST_CHARACTERS = 40_000
/** Letters per word piece. */
const PIECE = 3

let segmenter: Intl.Segmenter | null = null

/** Each word of the beginning of a text, and whether it is a run without spaces. */
function segmentsOf(text: string) {
  wordPattern ??= new RegExp(`(?<run>[${RUN}]+)|${PART}(?:[_'’.:]${PART})*`, 'gu')
  return text.slice(0, MOST_CHARACTERS).normalize('NFKC').matchAll(wordPattern)
}

/**
 * The words of a text in the form in which they are compared: folded, of Chinese every pair of neighbours, English
 * without its endings. Index and question go through this one function, or they would never meet.
 */
export function wordsOf(text: string, form: WordForm = 'stem'): string[] {
  return writtenWords(text, form === 'both' ? pairsAndEnd : pairsOf).flatMap((word) => formsOf(word, form))
}

/** `stem` is for comparing, `typed` for prefixes during typing, and `both` for an index that serves both. */
export type WordForm = 'stem' | 'typed' | 'both'

function formsOf(word: string, form: WordForm): string[] {
  if (form === 'typed') return [word]
  const stem = stemOf(word)
  return form === 'stem' || stem === word ? [stem] : [stem, word]
}

/** Returns the content words of a text with repetitions. */
export function contentWordsOf(text: string): string[] {
  return writtenWords(text, contentPairs)
    .map(stemOf)
    .filter((word) => !STOP_WORDS.has(word))
}

/** The same words, each with how it was written first: the form that is compared is nothing to show to anybody. */
export function writtenContentWords(text: string): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const word of writtenWords(text, contentPairs)) {
    const stem = stemOf(word)
    if (!STOP_WORDS.has(stem) && !written.has(stem)) written.set(stem, word)
  }
  return written
}

/** A text read for comparing: its words, as `contentWordsOf` of a question meets them, and the pieces of them. */
export function readForRank(text: string): { readonly words: string[]; readonly pieces: string[] } {
  const words: string[] = []
  const pieces: string[] = []
  for (const { 0: word, groups } of segmentsOf(text)) {
    if (groups?.['run'] !== undefined) {
      words.push(...pairsOf(word))
      pieces.push(...word)
      continue
    }
    for (const name of namesIn(word)) {
      words.push(stemOf(name))
      addPieces(name, pieces)
    }
  }
  return { words: words.filter((word) => !STOP_WORDS.has(word)), pieces }
}

/** Every few neighbouring letters of a word: by them words of one family meet. */
function addPieces(word: string, pieces: string[]): void {
  // The mark keeps beginnings of words apart from their middles.
  const marked = `_${word}`
  if (marked.length <= PIECE) pieces.push(word)
  else for (let at = 0; at + PIECE <= marked.length; at += 1) pieces.push(marked.slice(at, at + PIECE))
}

function writtenWords(text: string, ofRun: (run: string) => readonly string[]): string[] {
  const words: string[] = []
  for (const { 0: word, groups } of segmentsOf(text)) {
    words.push(...(groups?.['run'] === undefined ? namesIn(word) : ofRun(word)))
  }
  return words
}

function pairsOf(run: string): string[] {
  const signs = [...run]
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}

/** With the last sign alone, so that each sign begins a word of the index. */
function pairsAndEnd(run: string): string[] {
  return [...new Set([...pairsOf(run), ...[...run].slice(-1)])]
}

/** Pairs within what is left when the words that say nothing are taken out. */
function contentPairs(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const pairs: string[] = []
  let rest = ''
  for (const { segment } of segmenter.segment(run)) {
    if (STOP_WORDS.has(segment)) {
      pairs.push(...pairsOf(rest))
      rest = ''
    } else rest += segment
  }
  return [...pairs, ...pairsOf(rest)]
}

/** A name of a program, whole and in its parts: `legacyRounding`, `max_tokens`. */
function namesIn(segment: string): string[] {
  const parts = segment
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1_')
    .split(/[_'’.:]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
  return parts.length > 1 ? [parts.join(''), ...parts] : parts
}

/** An English word without the endings that do not change what it is about. Other words stay as they are. */
function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const plain = withoutEnding(singular(word))
  return plain.length > 3 && plain.endsWith('e') ? plain.slice(0, -1) : plain
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0
  const stem = word.slice(0, word.length - ending)
  if (ending === 0 || stem.length < 3 || !/[aeiouy]/.test(stem)) return word
  return /([b-df-hj-km-np-rt-y])\1$/.test(stem) ? stem.slice(0, -1) : stem
}
