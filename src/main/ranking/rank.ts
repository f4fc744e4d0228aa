import type { FoundBy } from '#shared/memory/found-by.ts'
import type { MemoryFeedback, MemoryScope } from '#shared/memory/memory.ts'
import { scoreByWords } from './bm25.ts'
import { weightOfWords } from './common-words.ts'
import { diceOverlap, fuseRanks, sharedOf } from './overlap.ts'
import { readForRank, writtenContentWords } from './words.ts'

/** What of a thing its rank depends on: a memory, or a passage of a page. */
export type RankText = {
  readonly id: string
  /** What it is called. */
  readonly key: string
  readonly content: string
  readonly tags: readonly string[]
  readonly scope: MemoryScope
  readonly updatedAt: number
  /** How well the index found it, by whole words among all items. 0: it did not. */
  readonly found: number
  /** How much it means the same as the question, from 0 to 1. 0: not at all, or nobody compared them. */
  readonly meaning: number
}

export type RankOptions = {
  readonly now: number
  /** What scores less is left out. */
  readonly minScore: number
  readonly limit: number
  /** What the person said about items here. */
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

/** How like two items must be to count as one. */
const NEARLY_THE_SAME = 0.9
/** Half of what age can take away is gone after this long. */
const HALF_LIFE_MS = 180 * 24 * 60 * 60 * 1000
/** What age and the wider scope can take away at most. */
const AGE_WEIGHT = 0.15
const USER_WEIGHT = 0.95
/** What one "not useful" leaves of a score. */
const NOT_USEFUL_WEIGHT = 0.6
/** How little it matters that a long question has more words than are shared. Measured with the two sets of the bench. */
const COVER_POWER = 0.35
/** How much of a long text is compared. The index has all of it. */
const MOST_COMPARED = 4_000

/**
 * Orders what may fit a question. The order by whole words is fused with one by pieces of words, and the order by
 * meaning stands beside them. How much an item has in common with the question says how much its place is worth, so
 * that the first of many that hardly fit is still no fit. One way is enough to be found; found both ways is better.
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
    ...{ item, score, by, words: shared.map((word) => written.get(word) ?? word) },
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
  // What stands in the name of a thing counts twice.
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

/** Of items that say nearly the same, the first stands for all. */
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
