import { type MarkedWord, markedWords } from './related-words.ts'
import { irregularBase } from './thesaurus/irregular.ts'
import { contentWordsOf } from './words.ts'

/** A part of an entry, and the weight of its words. */
export type SearchField = { readonly text: string; readonly weight: number }

export type SearchEntry<Item> = { readonly item: Item; readonly fields: readonly SearchField[] }

/**
 * An entry that fits a query, and how many of the `asked` words of the query it has. The score is about 1 for the best
 * fit; it can be more where several groups of related words agree.
 */
export type FoundEntry<Item> = {
  readonly item: Item
  readonly score: number
  readonly met: number
  readonly asked: number
}

/** The share of the score that counts shared words, and the least score of an entry that fits. */
export type FieldRanking = { readonly keyword: number; readonly least: number }

const USUAL: FieldRanking = { keyword: 0.4, least: 0.1 }
/** Weight of a related word, of 1 for the same word. */
const RELATED_WEIGHT = 0.9
/** Share of further ways in which an entry has a word of a query: by the word and by several groups. */
const FURTHER_WAYS = 0.3
/** Share of a field's weight for a word that a heavier field has too. */
const REPEATED = 0.25

type Weights = ReadonlyMap<string, number>

type Read<Item> = { readonly item: Item; readonly strengths: Weights; readonly length: number }

/**
 * Ranks short entries with named parts, such as tools or skills, for a query. The score is the share of the query
 * words that an entry has times `keyword`, and the cosine of both by TF-IDF times the rest. A word in a heavy field counts more.
 * Related words count a little less, so that a query in other words or in Chinese meets an English entry. Words that no
 * entry has do not count.
 */
export function createFieldSearch<Item>(
  entries: readonly SearchEntry<Item>[],
  { keyword, least }: FieldRanking = USUAL,
) {
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
    const weighed = asked.map((word) => weighedWord(word, rarity))
    const must = required.flatMap((word) => contentWordsOf(spacedNames(word))).map(irregularBase)
    const found = known.flatMap((each) => {
      if (must.some((word) => !each.strengths.has(word))) return []
      const { score, met } = scoreOf(weighed, each, { top, keyword })
      return score < least ? [] : [{ item: each.item, score, met, asked: asked.length }]
    })
    return found.toSorted((left, right) => right.score - left.score)
  }
}

const isMark = (word: string): boolean => word.startsWith('#')

/** The words of a query, each once. */
function askedIn(text: string): readonly MarkedWord[] {
  const asked = new Map<string, MarkedWord>()
  for (const each of markedWords(spacedNames(text))) {
    const key = each.word ?? each.marks.join(' ')
    if (!asked.has(key)) asked.set(key, each)
  }
  return [...asked.values()]
}

/** The weight of each word of an entry: that of the heaviest field it is in, and a little for every further one. */
function strengthsOf(fields: readonly SearchField[]): Weights {
  const strengths = new Map<string, number>()
  for (const { text, weight } of fields.toSorted((left, right) => right.weight - left.weight)) {
    const marked = markedWords(spacedNames(text))
    for (const word of new Set(
      marked.flatMap(({ word, marks }) => (word === null ? marks : [word, ...marks])),
    )) {
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

/** The forms of a word of a query that an entry has, each with its rarity, and the highest rarity. */
type WeighedWord = {
  readonly forms: readonly { readonly form: string; readonly rare: number }[]
  readonly worth: number
}

function weighedWord({ word, marks }: MarkedWord, rarity: (word: string) => number): WeighedWord {
  const written = word === null ? marks : [word, ...marks]
  const forms = written.map((form) => ({ form, rare: rarity(form) })).filter(({ rare }) => rare > 0)
  return { forms, worth: Math.max(0, ...forms.map(({ rare }) => rare)) }
}

function scoreOf<Item>(
  asked: readonly WeighedWord[],
  { strengths, length }: Read<Item>,
  { top, keyword }: { readonly top: number; readonly keyword: number },
): { readonly score: number; readonly met: number } {
  let [all, met, dot, square, words] = [0, 0, 0, 0, 0]
  for (const { forms, worth } of asked) {
    let [heaviest, sum] = [0, 0]
    for (const { form, rare } of forms) {
      const way = (strengths.get(form) ?? 0) * rare
      sum += way
      if (way > heaviest) heaviest = way
    }
    const best = heaviest + FURTHER_WAYS * (sum - heaviest)
    all += worth
    square += worth ** 2
    met += Math.min(worth, best / top)
    dot += worth * best
    if (best > 0) words += 1
  }
  const shared = all === 0 ? 0 : met / all
  const cosine = length === 0 || square === 0 ? 0 : dot / (length * Math.sqrt(square))
  return { score: keyword * shared + (1 - keyword) * cosine, met: words }
}
