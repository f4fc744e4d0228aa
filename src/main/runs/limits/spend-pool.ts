import { awaitWakeUp } from './await-wake-up.ts'

/** An amount of both things a pool may limit: output tokens, and millionths of a dollar. */
export type Amount = { readonly tokens: number; readonly micros: number }

/** The reservation of one request. */
export type PoolHold = {
  /** The amount the request may use: all it asked for, or the rest of the pool. */
  readonly granted: Amount
  /** Replaces what was set aside by what was used; nothing after an abort. Settling twice is settling once. */
  readonly settle: (used: Amount) => void
}

type Totals = { readonly tokens: number | null; readonly micros: number | null }

/**
 * A pool that several requests share. A request starts while something is left that no other has set aside, and sets aside
 * the most it can use. So only the last one can use more than is left, and the pool is overspent by that one at most.
 */
export function createSpendPool(totals: () => Totals, before: Amount) {
  let spent = before
  const open = new Set<Amount>()
  let waiting: (() => void)[] = []

  const left = (of: keyof Amount): number => {
    const total = totals()[of]
    if (total === null) return Number.POSITIVE_INFINITY
    return [...open].reduce((rest, held) => rest - held[of], total - spent[of])
  }
  const isSpent = () => KINDS.some((of) => (totals()[of] ?? Number.POSITIVE_INFINITY) <= spent[of])
  const hasLeft = () => KINDS.every((of) => left(of) > 0)
  const wake = () => {
    const all = waiting
    waiting = []
    for (const go of all) go()
  }

  return {
    spent: (): Amount => spent,
    isSpent,
    /** Sets aside what a request can use at most. Null once the pool is spent. Waits while others hold the rest. */
    hold: async (most: Amount, signal: AbortSignal): Promise<PoolHold | null> => {
      while (!hasLeft()) {
        if (isSpent() || open.size === 0) return null
        await awaitWakeUp((go) => waiting.push(go), signal)
      }
      signal.throwIfAborted()
      const granted = {
        tokens: Math.min(most.tokens, left('tokens')),
        micros: Math.min(most.micros, left('micros')),
      }
      // The last request may use more than is left. It holds all of that, so that no other starts beside it.
      const held = { ...most }
      open.add(held)
      return {
        granted,
        settle: (used) => {
          if (!open.delete(held)) return
          spent = { tokens: spent.tokens + used.tokens, micros: spent.micros + used.micros }
          wake()
        },
      }
    },
  }
}

export type SpendPool = ReturnType<typeof createSpendPool>

const KINDS = ['tokens', 'micros'] as const
