import type { FoundBy } from '#shared/memory/found-by.ts'
import type { MemoryFeedback, MemoryScope } from '#shared/memory/memory.ts'
import { scoreByWords } from './bm25.ts'
import { weightOfWords } from './common-words.ts'
import { diceOverlap, fuseRanks, sharedOf } from './overlap.ts'
import { readForRank, writtenContentWords } from './words.ts'

/** The ranked properties of a memory or a page passage. */
export type RankText = {
  readonly id: string
  /** Its key or title. */
  readonly key: string
  readonly content: string
  readonly tags: readonly string[]
  readonly scope: MemoryScope
  readonly updatedAt: number
  /** Index score by whole words among all items; 0 for no match. */
  readonly found: number
  /** Semantic similarity to the question, from 0 to 1; 0 for none or not compared. */
  readonly meaning: number
}

export type RankOptions = {
  readonly now: number
  /** Minimum score. */
  readonly minScore: number
  readonly limit: number
  /** The person's feedback on items here. */
  readonly feedback: ReadonlyMap<string, Pick<MemoryFeedback, 'always' | 'notUseful'>>
}

/** An item that fits, how well from 0 to 1, by which of its words, and which ways. */
export type Ranked<Item> = {
  readonly item: Item
  readonly score: number
  readonly words: readonly string[]
  readonly by: readonly FoundBy[]
  /** The person wants it always used here. */
  readonly always: boolean
}

/** Similarity from which two items count as duplicates. */
const NEARLY_THE_SAME = 0.9
/** Half of what age can take away is gone after this long. */
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1000
/** Maximum penalty for age, and the factor for the user scope. */
const AGE_WEIGHT = 0.15
const USER_WEIGHT = 0.95
/** Factor of one "not useful" on a score. */
const NOT_USEFUL_WEIGHT = 0.6
/** Exponent for unmatched words of a long question. Tuned with the two sets of the bench. */
const COVER_POWER = 0.35
/** Compared characters of a long text. The index covers all of it. */
const MOST_COMPARED = 4_000

/**
 * Ranks the candidates for a question. The rankings by whole words and by word pieces are fused, and the
 * semantic ranking is combined with them. The overlap with the question weights each rank, so that the best
 * of many poor matches still scores low. One kind of match suffices; two score higher.
 */
export function rankMemories<Item extends RankText>(
  question: string,
  candidates: readonly Item[],
  options: RankOptions,
): Ranked<Item>[] {
  const written = writtenContentWords(question)
  const read = candidates.map((item) => readItem(item, written))
  const byPieces = scoreByWords(
    read.map((each) => each.pieces),
    new Set(readForRank(question).pieces),
  )
  const fused = fuseRanks([candidates.map(({ found }) => found), byPieces])
  const byMeaning = fuseRanks([candidates.map(({ meaning }) => meaning)])
  const ranked = read
    .map((each, index) => {
      const places = { words: fused[index] ?? 0, meaning: byMeaning[index] ?? 0 }
      return { ...each, ...scoreOf(each, places, options) }
    })
    .filter(({ score }) => score >= options.minScore)
    .sort((left, right) => right.score - left.score || right.item.updatedAt - left.item.updatedAt)
  return withoutDoubles(ranked, options.limit).map(({ item, score, by, shared }) => ({
    item,
    score,
    by,
    words: shared.map((word) => written.get(word) ?? word),
    always: isAlways(item, options),
  }))
}

/** `fit` is from 0 (nothing in common) to 1. */
function readItem<Item extends RankText>(item: Item, written: ReadonlyMap<string, string>) {
  const asked = new Set(written.keys())
  const title = readForRank([item.key, ...item.tags].join('\n'))
  const content = readForRank(item.content.slice(0, MOST_COMPARED))
  const head = new Set(title.words)
  const words = new Set([...title.words, ...content.words])
  const shared = sharedOf(asked, words)
  const [askedWeight, sharedWeight] = [weightOfWords(asked), weightOfWords(shared)]
  const inHead = weightOfWords(sharedOf(asked, head))
  // One word in common says little; three say nearly all there is to say. A word of everyday requests says less.
  const sure = sharedWeight / (sharedWeight + 1)
  const whole = Math.min(askedWeight, weightOfWords(words))
  const covered = whole === 0 ? 0 : (sharedWeight + inHead / 2) / whole
  const fit = Math.max(
    weightedDice(asked, words),
    weightedDice(asked, head),
    sure * Math.min(1, covered) ** COVER_POWER,
  )
  // Words in the title count twice.
  const pieces = [...title.pieces, ...title.pieces, ...content.pieces]
  return { item, words, shared, pieces, fit: Math.sqrt(Math.min(1, fit)) }
}

/** The overlap of two sets of words, each as much as it says. */
function weightedDice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const whole = weightOfWords(left) + weightOfWords(right)
  return whole === 0 ? 0 : (2 * weightOfWords(sharedOf(left, right))) / whole
}

type Places = { readonly words: number; readonly meaning: number }
type Scored = { readonly score: number; readonly by: readonly FoundBy[] }

function scoreOf(
  { item, shared, fit }: { item: RankText; shared: readonly string[]; fit: number },
  places: Places,
  options: RankOptions,
): Scored {
  const weight = weightOf(item, options)
  const words = shared.length === 0 ? 0 : Math.sqrt(fit) * places.words * weight
  const meaning = item.meaning * places.meaning * weight
  const by: FoundBy[] = [
    ...(words > 0 ? ['words' as const] : []),
    ...(meaning > 0 ? ['meaning' as const] : []),
  ]
  // Each way that found it takes away from what speaks against it. Where nothing was compared, words alone count.
  return { score: isAlways(item, options) ? 1 : words + meaning - words * meaning, by }
}

function isAlways({ id }: RankText, { feedback }: RankOptions): boolean {
  return feedback.get(id)?.always === true
}

function weightOf({ id, updatedAt, scope }: RankText, { feedback, now }: RankOptions): number {
  const age = Math.max(0, now - updatedAt)
  const recency = 1 - AGE_WEIGHT * (age / (age + HALF_LIFE_MS))
  const place = scope.level === 'user' ? USER_WEIGHT : 1
  return recency * place * NOT_USEFUL_WEIGHT ** (feedback.get(id)?.notUseful ?? 0)
}

/** Drops near duplicates and keeps the first of each. */
function withoutDoubles<T extends { readonly words: ReadonlySet<string> }>(
  ranked: readonly T[],
  limit: number,
): T[] {
  const kept: T[] = []
  for (const each of ranked) {
    if (kept.length >= limit) break
    if (!kept.some(({ words }) => diceOverlap(words, each.words) >= NEARLY_THE_SAME)) kept.push(each)
  }
  return kept
}
