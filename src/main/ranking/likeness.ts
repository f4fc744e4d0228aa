/** The words of a text as numbers, in order and each once: quick to hold against those of others. */
export type Sketch = Uint32Array<ArrayBuffer>

/** A longer text is judged by so many of its words, which are chosen alike in every text. */
const MOST_WORDS = 256
/** MinHash parameters: number of bands, and rows per band. */
const BANDS = 8
const ROWS = 2

export function sketchOf(words: readonly string[]): Sketch {
  const all = Uint32Array.from(new Set(words.map(numberOf))).sort()
  return all.length <= MOST_WORDS ? all : all.slice(0, MOST_WORDS)
}

/** Returns the number of shared words and the Dice coefficient, from 0 to 1. */
export function likenessOf(left: Sketch, right: Sketch): { readonly shared: number; readonly alike: number } {
  let [at, to, shared] = [0, 0, 0]
  while (at < left.length && to < right.length) {
    const [one, other] = [left[at] ?? 0, right[to] ?? 0]
    if (one === other) shared += 1
    if (one <= other) at += 1
    if (other <= one) to += 1
  }
  const all = left.length + right.length
  return { shared, alike: all === 0 ? 0 : (2 * shared) / all }
}

/**
 * The numbers a text is filed under. Two texts with most of their words in common have one of them in common nearly
 * always, and others hardly ever: so what is alike is met without comparing everything with everything (MinHash).
 */
export function bandsOf(sketch: Sketch): number[] {
  if (sketch.length === 0) return []
  return Array.from({ length: BANDS }, (_, band) => {
    let joined = band
    for (let row = 0; row < ROWS; row += 1) joined = mixed(joined ^ leastOf(sketch, band * ROWS + row))
    return band * 2 ** 32 + joined
  })
}

/** The least of a text's words in an order of its own for every `seed`. */
function leastOf(sketch: Sketch, seed: number): number {
  const shift = mixed(seed + 1)
  return sketch.reduce((least, word) => Math.min(least, mixed(word ^ shift)), 2 ** 32 - 1)
}

/** FNV-1a. */
function numberOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Every bit of the number has a say in every bit of the answer. */
function mixed(number: number): number {
  let hash = number >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
