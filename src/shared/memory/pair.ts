import type { MemoryItem } from './memory.ts'

/**
 * Why two memories are held against each other. `contradicts`: one key, other words; or other values
 * of one thing, or one denies what the other says. `same`: the same words, kept
 * twice. `alike`: much the same words, or much the same meaning; only the person can say whether both hold.
 */
export type PairReason = 'contradicts' | 'same' | 'alike'

/** Two memories that are seen together and say something about each other. The newer one comes first. */
export type MemoryPair = {
  readonly one: MemoryItem
  readonly other: MemoryItem
  readonly why: PairReason
}

/** Pairs of similar items: contradictions first, then the newest. `total` includes unlisted pairs. */
export type MemoryPairs = { readonly pairs: readonly MemoryPair[]; readonly total: number }
