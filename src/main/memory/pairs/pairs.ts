import type { MemoryId } from '#shared/ids.ts'
import type { MemoryPairs } from '#shared/memory/pair.ts'
import { FoundPairs, type MemoryQuestion } from '../index-question.ts'
import type { Memory } from '../memory.ts'
import { itemOf, type MemoryRows } from '../rows.ts'
import type { HeldRows } from './held-rows.ts'

type Deps = {
  /** Asks the index. */
  readonly ask: (question: MemoryQuestion, signal: AbortSignal) => Promise<unknown>
  readonly rows: Pick<MemoryRows, 'byIds'>
  readonly memory: Pick<Memory, 'get'>
  readonly held: Pick<HeldRows, 'drop' | 'put'>
  readonly now: () => number
  readonly changed: () => void
}

/** The query for pairs: one item or all, and the embedding model, if any. */
type PairAsk = { readonly about: MemoryId | null; readonly model: string | null }

/** Maximum pairs returned at once. */
const MOST_TOLD = 100

/** Memories that contradict or repeat each other, and what the person says of them. */
export function createMemoryPairs({ ask, rows, memory, held, now, changed }: Deps) {
  return {
    find: async ({ about, model }: PairAsk, signal: AbortSignal): Promise<MemoryPairs> => {
      const asked = { t: 'pairs' as const, about, model, limit: MOST_TOLD }
      const { pairs, total } = FoundPairs.parse(await ask(asked, signal))
      const ids = pairs.flatMap(({ one, other }) => [one, other])
      const items = new Map(rows.byIds(ids).map((row) => [row.id, itemOf(row)]))
      const told = pairs.flatMap(({ one, other, why }) => {
        const [left, right] = [items.get(one), items.get(other)]
        return left === undefined || right === undefined ? [] : [{ one: left, other: right, why }]
      })
      return { pairs: told, total }
    },
    /** Both hold, as they are now; or that is to be asked again. */
    hold: (one: MemoryId, other: MemoryId, both: boolean): void => {
      if (both) held.put(memory.get(one).id, memory.get(other).id, now())
      else held.drop(one, other)
      changed()
    },
  }
}

export type MemoryPairing = ReturnType<typeof createMemoryPairs>
