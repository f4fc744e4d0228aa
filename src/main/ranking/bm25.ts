/** BM25 parameters k1 and b at their usual values. */
const SATURATION = 1.2
const LENGTH = 0.75

/**
 * Scores texts against the query words by BM25 within this set. Words found in every text carry no weight.
 */
export function scoreByWords(texts: readonly (readonly string[])[], asked: ReadonlySet<string>): number[] {
  const counts = texts.map((words) => countOf(words, asked))
  const usual = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length)
  const found = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) found.set(word, (found.get(word) ?? 0) + 1)
  return counts.map((count, index) => {
    const length = (texts[index]?.length ?? 0) / Math.max(1, usual)
    const held = SATURATION * (1 - LENGTH + LENGTH * length)
    let score = 0
    for (const [word, times] of count) {
      const having = found.get(word) ?? 0
      const rare = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
      score += (rare * times * (SATURATION + 1)) / (times + held)
    }
    return score
  })
}

function countOf(words: readonly string[], asked: ReadonlySet<string>): ReadonlyMap<string, number> {
  const count = new Map<string, number>()
  for (const word of words) if (asked.has(word)) count.set(word, (count.get(word) ?? 0) + 1)
  return count
}
