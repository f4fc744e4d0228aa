/** More rows than that are not read. */
const MOST = 50

/** Returns the texts that hold every word, in their order. */
export function matchingTexts(texts: readonly string[], query: string): readonly string[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return texts
    .filter((text) => {
      const lower = text.toLocaleLowerCase()
      return words.every((word) => lower.includes(word))
    })
    .slice(0, MOST)
}
