import type { MemoryId } from '#shared/ids.ts'
import type { MemoryFeedback, MemoryItem } from '#shared/memory/memory.ts'
import { diceOverlap, fuseRanks, sharedOf } from './overlap.ts'
import { contentWordsOf, writtenContentWords } from './words.ts'

export type RankOptions = {
  readonly now: number
  /** What scores less is left out. */
  readonly minScore: number
  readonly limit: number
  /** What the person said about items here. */
  readonly feedback: ReadonlyMap<MemoryId, MemoryFeedback>
}

/** An item that fits, how well from 0 to 1, and by which of its words. */
export type RankedMemory = {
  readonly item: MemoryItem
  readonly score: number
  readonly words: readonly string[]
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

/**
 * Orders what may fit a question. `candidates` come in the order of the index (BM25); how much they have in common
 * with the question decides with it, so that the first of many that hardly fit is still no fit.
 */
export function rankMemories(
  question: string,
  candidates: readonly MemoryItem[],
  options: RankOptions,
): RankedMemory[] {
  const written = writtenContentWords(question)
  const asked = new Set(written.keys())
  const read = candidates.map((item) => readItem(item, asked))
  const byOverlap = [...read].sort((left, right) => right.fit - left.fit)
  const fused = fuseRanks([candidates.map(({ id }) => id), byOverlap.map(({ item }) => item.id)])
  const ranked = read
    .map(({ item, words, fit, shared }): RankedMemory & { readonly all: ReadonlySet<string> } => {
      const said = options.feedback.get(item.id)
      const always = said?.always === true
      const place = shared.length === 0 ? 0 : (fused.get(item.id) ?? 0)
      const score = (0.8 * fit + 0.2 * place) * weightOf(item, said, options.now)
      return {
        item,
        score: always ? 1 : score,
        words: shared.map((word) => written.get(word) ?? word),
        always,
        all: words,
      }
    })
    .filter(({ score }) => score >= options.minScore)
    .sort((left, right) => right.score - left.score || right.item.updatedAt - left.item.updatedAt)
  return withoutDoubles(ranked, options.limit).map(({ item, score, words, always }) => ({
    item,
    score,
    words,
    always,
  }))
}

/** `fit` is from 0 (nothing in common) to 1. */
function readItem(item: MemoryItem, asked: ReadonlySet<string>) {
  const head = new Set(contentWordsOf([item.key, ...item.tags].join('\n')))
  const words = new Set([...head, ...contentWordsOf(item.content)])
  const shared = sharedOf(asked, words)
  const inHead = sharedOf(asked, head).length
  // One word in common says little; three say nearly all there is to say.
  const sure = shared.length / (shared.length + 1)
  const covered = asked.size === 0 ? 0 : (shared.length + inHead / 2) / Math.min(asked.size, words.size)
  const fit = Math.max(diceOverlap(asked, words), diceOverlap(asked, head), sure * Math.min(1, covered))
  return { item, words, shared, fit: Math.sqrt(Math.min(1, fit)) }
}

function weightOf({ updatedAt, scope }: MemoryItem, said: MemoryFeedback | undefined, now: number): number {
  const age = Math.max(0, now - updatedAt)
  const recency = 1 - AGE_WEIGHT * (age / (age + HALF_LIFE_MS))
  const place = scope.level === 'user' ? USER_WEIGHT : 1
  return recency * place * NOT_USEFUL_WEIGHT ** (said?.notUseful ?? 0)
}

/** Of items that say nearly the same, the first stands for all. */
function withoutDoubles<T extends { readonly all: ReadonlySet<string> }>(
  ranked: readonly T[],
  limit: number,
): T[] {
  const kept: T[] = []
  for (const each of ranked) {
    if (kept.length >= limit) break
    if (!kept.some(({ all }) => diceOverlap(all, each.all) >= NEARLY_THE_SAME)) kept.push(each)
  }
  return kept
}
