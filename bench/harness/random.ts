/** A source of numbers that a seed decides, so that each run of the bench takes the same choices. */
export type Random = {
  /** Returns a number from 0 up to, not including, 1. */
  readonly next: () => number
  /** Returns a whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number
  /** Returns one entry of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T
  /** Returns true with this probability. */
  readonly chance: (probability: number) => boolean
}

/** Creates a generator (mulberry32) from words that name the experiment. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('There is nothing to choose from.')
      return found
    },
    chance: (probability) => next() < probability,
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
