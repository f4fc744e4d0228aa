import { STOP_WORDS } from './stop-words.ts'

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const HAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u
/** Longer texts are read up to here: what a question is about stands near its beginning. */
const MOST_CHARACTERS = 40_000

/**
 * The words of a text in the form in which they are compared: folded, Chinese cut into words and pairs, English without
 * its endings. Index and question go through this one function, or they would never meet.
 */
export function wordsOf(text: string, form: WordForm = 'stem'): string[] {
  return writtenWordsOf(text).flatMap((word) => formsOf(word, form))
}

function writtenWordsOf(text: string): string[] {
  const folded = text.slice(0, MOST_CHARACTERS).normalize('NFKC')
  const words: string[] = []
  // Signs that the segmenter does not know stand one by one; side by side they are likely one word.
  let unknown = ''
  const flush = () => {
    words.push(...pairsOf(unknown))
    unknown = ''
  }
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    const single = isWordLike === true && HAN.test(segment) && [...segment].length === 1
    if (single) {
      unknown += segment
      continue
    }
    flush()
    if (isWordLike !== true) continue
    if (HAN.test(segment)) words.push(segment, ...([...segment].length > 2 ? pairsOf(segment) : []))
    else words.push(...namesIn(segment))
  }
  flush()
  return words
}

/** `stem` is for comparing, `typed` for words somebody is still writing, and `both` for an index that serves both. */
export type WordForm = 'stem' | 'typed' | 'both'

function formsOf(word: string, form: WordForm): string[] {
  if (form === 'typed') return [word]
  const stem = stemOf(word)
  return form === 'stem' || stem === word ? [stem] : [stem, word]
}

/** The words that say what a text is about. */
export function contentWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !STOP_WORDS.has(word))
}

/** The same words, each with how it was written first: the form that is compared is nothing to show to anybody. */
export function writtenContentWords(text: string): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const word of writtenWordsOf(text)) {
    const stem = stemOf(word)
    if (!STOP_WORDS.has(stem) && !written.has(stem)) written.set(stem, word)
  }
  return written
}

function pairsOf(run: string): string[] {
  const signs = [...run]
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}

/** A name of a program, whole and in its parts: `legacyRounding`, `max_tokens`. */
function namesIn(segment: string): string[] {
  const parts = segment
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1_')
    .split(/[_'’.:-]+/)
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
  const stem = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1]
  if (stem === undefined || stem.length < 3) return word
  return /([b-df-hj-km-np-rt-y])\1$/.test(stem) ? stem.slice(0, -1) : stem
}
