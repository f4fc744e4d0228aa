import { STOP_WORDS } from './stop-words.ts'
import { ACTS } from './thesaurus/acts.ts'
import { FIELDS } from './thesaurus/fields.ts'
import { irregularBase } from './thesaurus/irregular.ts'
import { SERVICES, THINGS } from './thesaurus/things.ts'
import { wordsOf } from './words.ts'

/** The longest Chinese word of a group. */
const LONGEST_RUN = 6
/** The most words between the parts of a loose phrase. */
const LOOSE_GAP = 4

/** A phrase of several words: its parts behind the first, each with the most words before it. */
type Phrase = {
  readonly rest: readonly { readonly word: string; readonly gap: number }[]
  readonly marks: readonly string[]
  readonly isLoose: boolean
}

type Groups = {
  readonly ofWord: ReadonlyMap<string, readonly string[]>
  readonly ofRun: ReadonlyMap<string, readonly string[]>
  /** Phrases by their first word, longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
}

/** A word or phrase of a text: the word as it is compared, null for a phrase, and the marks of its groups. */
export type MarkedWord = { readonly word: string | null; readonly marks: readonly string[] }

// Made with the first search, which no start waits for.
let read: Groups | null = null

function groups(): Groups {
  if (read !== null) return read
  const ofWord = new Map<string, string[]>()
  const ofRun = new Map<string, string[]>()
  const phrases = new Map<string, (Phrase & { marks: string[] })[]>()
  const lines = [ACTS, THINGS, FIELDS, SERVICES].flatMap((text) => text.trim().split('\n'))
  for (const [at, line] of lines.entries()) {
    const mark = `#${at}`
    for (const term of line.split(' ')) {
      if (/\p{Script=Han}/u.test(term)) addTo(ofRun, term, mark)
      else if (/[_~]/.test(term)) addPhrase(phrases, term, mark)
      else for (const word of wordsOf(term)) addTo(ofWord, irregularBase(word), mark)
    }
  }
  for (const known of phrases.values()) known.sort((left, right) => right.rest.length - left.rest.length)
  read = { ofWord, ofRun, phrases }
  return read
}

function addTo(map: Map<string, string[]>, key: string, mark: string): void {
  const marks = map.get(key)
  if (marks === undefined) map.set(key, [mark])
  else if (!marks.includes(mark)) marks.push(mark)
}

function addPhrase(phrases: Map<string, (Phrase & { marks: string[] })[]>, term: string, mark: string): void {
  const isLoose = term.includes('~')
  const parts = term.split(/(?=[_~])/).flatMap((part) => {
    const [word] = wordsOf(part.replace(/^[_~]/, ''))
    return word === undefined
      ? []
      : [{ word: irregularBase(word), gap: part.startsWith('~') ? LOOSE_GAP : 0 }]
  })
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0) return
  const known = phrases.get(first.word) ?? []
  const key = JSON.stringify(rest)
  const same = known.find((each) => JSON.stringify(each.rest) === key)
  if (same === undefined) known.push({ rest, marks: [mark], isLoose })
  else same.marks.push(mark)
  phrases.set(first.word, known)
}

/**
 * Reads the words and known phrases of a text, each with the marks of its groups. Parts of a loose phrase such as
 * `throw … away` count as the phrase only. Stop words count in phrases only.
 */
export function markedWords(text: string): readonly MarkedWord[] {
  const tokens = wordsOf(text).map(irregularBase)
  const { ofWord, phrases } = groups()
  const found: MarkedWord[] = []
  const taken = new Set<number>()
  const phrased = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (taken.has(at)) continue
    for (const { rest, marks, isLoose } of phrases.get(token) ?? []) {
      const places = placesOf(rest, tokens, at)
      if (places === null) continue
      found.push({ word: null, marks })
      for (const place of [at, ...places]) (isLoose ? taken : phrased).add(place)
      break
    }
  }
  for (const [at, word] of tokens.entries()) {
    if (taken.has(at)) continue
    const marks = phrased.has(at) ? [] : (ofWord.get(word) ?? [])
    if (!STOP_WORDS.has(word)) found.push({ word, marks })
    else if (marks.length > 0) found.push({ word: null, marks })
  }
  return [...found, ...marksOfRuns(text).map((marks): MarkedWord => ({ word: null, marks }))]
}

function placesOf(rest: Phrase['rest'], tokens: readonly string[], start: number): readonly number[] | null {
  const places: number[] = []
  let at = start
  for (const { word, gap } of rest) {
    const next = tokens.indexOf(word, at + 1)
    if (next === -1 || next > at + 1 + gap) return null
    places.push(next)
    at = next
  }
  return places
}

/** Returns the marks of each known word in the Chinese parts of a text. A word inside a longer one does not count. */
function marksOfRuns(text: string): readonly (readonly string[])[] {
  const { ofRun } = groups()
  const found: (readonly string[])[] = []
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; ) {
      let length = Math.min(LONGEST_RUN, run.length - at)
      while (length > 0 && !ofRun.has(run.slice(at, at + length))) length -= 1
      const marks = ofRun.get(run.slice(at, at + length))
      if (marks !== undefined) found.push(marks)
      at += Math.max(1, length)
    }
  }
  return found
}
