import { marksOfRuns, marksOfWord } from './related-words.ts'
import { contentWordsOf, readForRank } from './words.ts'

/** A part of an entry, and the weight of its words. */
export type SearchField = { readonly text: string; readonly weight: number }

export type SearchEntry<Item> = { readonly item: Item; readonly fields: readonly SearchField[] }

/** An entry that fits a query: a score from 0 to 1, and how many of the `asked` words of the query it has. */
export type FoundEntry<Item> = {
  readonly item: Item
  readonly score: number
  readonly met: number
  readonly asked: number
}

/** Shares of the two scores. */
const KEYWORD_SHARE = 0.4
const TFIDF_SHARE = 0.6
/** Weight of a related word, of 1 for the same word. */
const RELATED_WEIGHT = 0.5
/** Share of a field's weight for a word that a heavier field has too. */
const REPEATED = 0.25
/** Entries below this score do not fit. */
const LEAST_SCORE = 0.1

type Weights = ReadonlyMap<string, number>

/** A word of a query with the marks of its related words. A word of a Chinese run has marks only. */
type Asked = { readonly word: string | null; readonly marks: readonly string[] }

type Read<Item> = { readonly item: Item; readonly strengths: Weights; readonly length: number }

/**
 * Ranks short entries with named parts, such as tools or skills, for a query. The score is 0.4 times the share of the
 * query words that an entry has, plus 0.6 times the cosine of both by TF-IDF. A word in a heavy field counts more.
 * Related words count half, so that a query in other words or in Chinese meets an English entry. Words that no entry
 * has do not count.
 */
export function createFieldSearch<Item>(entries: readonly SearchEntry<Item>[]) {
  const read = entries.map(({ item, fields }) => ({ item, strengths: strengthsOf(fields) }))
  const having = new Map<string, number>()
  for (const { strengths } of read) {
    for (const word of strengths.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  }
  const top = Math.max(1, ...entries.flatMap(({ fields }) => fields.map(({ weight }) => weight)))
  /** Returns the weight of a word, which is high for a rare one; 0 for a word that no entry has. */
  const rarity = (word: string): number => {
    const times = having.get(word) ?? 0
    if (times === 0) return 0
    return Math.log(1 + entries.length / times) * (isMark(word) ? RELATED_WEIGHT : 1)
  }
  const known = read.map(({ item, strengths }): Read<Item> => {
    const own = [...strengths].filter(([word]) => !isMark(word))
    const squares = own.reduce((sum, [word, strength]) => sum + (strength * rarity(word)) ** 2, 0)
    return { item, strengths, length: Math.sqrt(squares) }
  })

  /** Returns the entries that fit, best first. With `required` only those that have each of these words. */
  return (query: string, required: readonly string[] = []): readonly FoundEntry<Item>[] => {
    const asked = askedIn([query, ...required].join(' '))
    const must = required.flatMap((word) => contentWordsOf(spacedNames(word)))
    const found = known.flatMap((each) => {
      if (must.some((word) => !each.strengths.has(word))) return []
      const { score, met } = scoreOf(asked, each, { rarity, top })
      return score < LEAST_SCORE ? [] : [{ item: each.item, score, met, asked: asked.length }]
    })
    return found.toSorted((left, right) => right.score - left.score)
  }
}

const isMark = (word: string): boolean => word.startsWith('#')

function askedIn(text: string): readonly Asked[] {
  const spaced = spacedNames(text)
  const words = [...new Set(contentWordsOf(spaced))]
  return [
    ...words.map((word) => ({ word, marks: marksOfWord(word) })),
    ...marksOfRuns(spaced).map((marks) => ({ word: null, marks })),
  ]
}

/** The weight of each word of an entry: that of the heaviest field it is in, and a little for every further one. */
function strengthsOf(fields: readonly SearchField[]): Weights {
  const strengths = new Map<string, number>()
  for (const { text, weight } of fields.toSorted((left, right) => right.weight - left.weight)) {
    const spaced = spacedNames(text)
    const { words } = readForRank(spaced)
    const marks = [...words.flatMap(marksOfWord), ...marksOfRuns(spaced).flat()]
    for (const word of new Set([...words, ...marks])) {
      const before = strengths.get(word)
      strengths.set(word, before === undefined ? weight : before + REPEATED * weight)
    }
  }
  return strengths
}

/** Separates capitals inside a name from the word behind them: `getHTTPServer`. */
function spacedNames(text: string): string {
  return text.replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1_')
}

type Scale = { readonly rarity: (word: string) => number; readonly top: number }

function scoreOf<Item>(
  asked: readonly Asked[],
  { strengths, length }: Read<Item>,
  { rarity, top }: Scale,
): { readonly score: number; readonly met: number } {
  let [all, met, dot, square, words] = [0, 0, 0, 0, 0]
  for (const { word, marks } of asked) {
    const forms = word === null ? marks : [word, ...marks]
    const worth = Math.max(0, ...forms.map(rarity))
    const best = Math.max(0, ...forms.map((form) => (strengths.get(form) ?? 0) * rarity(form)))
    all += worth
    square += worth ** 2
    met += Math.min(worth, best / top)
    dot += worth * best
    if (best > 0) words += 1
  }
  const keyword = all === 0 ? 0 : met / all
  const cosine = length === 0 || square === 0 ? 0 : dot / (length * Math.sqrt(square))
  return { score: KEYWORD_SHARE * keyword + TFIDF_SHARE * Math.min(1, cosine), met: words }
}
