import type { MemoryId, ProjectId } from '#shared/ids.ts'
import { ARCHIVED_TAG } from '#shared/memory/store-command.ts'
import { columnsOf, type ScopeColumns } from '../database/scope-columns.ts'
import { rankMemories } from '../ranking/rank.ts'
import { contentWordsOf } from '../ranking/words.ts'
import type { QuestionVector } from '../vectors/vector-question.ts'
import type { FoundMemory, MemoryQuestion } from './index-question.ts'
import { itemOf, type MemoryRows } from './rows.ts'
import type { UseRows } from './use-rows.ts'

/** Words to be found, and where. */
export type AskedWords = {
  readonly words: readonly string[]
  /** Every word, each as a beginning; otherwise as many of them as possible. */
  readonly every: boolean
  /** Null: wherever it is kept. */
  readonly scopes: readonly ScopeColumns[] | null
  readonly limit: number
}

/** An item that means something like a question, and how much so from 0 to 1. */
export type AlikeMemory = { readonly id: MemoryId; readonly meaning: number }

/** An item with these words, and how well they fit it among all items: the more the better. */
export type FoundWords = { readonly id: MemoryId; readonly found: number }

type Deps = {
  readonly rows: Pick<MemoryRows, 'byIds'>
  readonly uses: Pick<UseRows, 'feedbackIn'>
  /** Asks the index. Best first. */
  readonly find: (asked: AskedWords) => readonly FoundWords[]
  /** Asks the vectors. Nearest first. */
  readonly alike: (
    near: QuestionVector,
    scopes: readonly ScopeColumns[],
    limit: number,
  ) => readonly AlikeMemory[]
}

/** Index hits considered for ranking. */
const MOST_CANDIDATES = 40
/** A question has no more to say than this. */
const MOST_WORDS = 48

/**
 * Creates the ranking of matches for a question. It runs in the index thread, because reading the texts takes
 * time.
 */
export function createFinder({ rows, uses, find, alike }: Deps) {
  return (asked: Extract<MemoryQuestion, { t: 'fitting' }>): FoundMemory[] => {
    const { question, scopes, near, now, minScore, limit } = asked
    const words = [...new Set(contentWordsOf(question))].slice(0, MOST_WORDS)
    const feedback = uses.feedbackIn(asked.feedbackIn === '' ? null : (asked.feedbackIn as ProjectId))
    const always = [...feedback].filter(([, said]) => said.always).map(([id]) => id)
    const found = find({ words, every: false, scopes, limit: MOST_CANDIDATES })
    const fits = new Map(found.map((hit) => [hit.id, hit.found]))
    const meanings = new Map(
      near === null ? [] : alike(near, scopes, MOST_CANDIDATES).map(({ id, meaning }) => [id, meaning]),
    )
    const order = [...new Set([...always, ...fits.keys(), ...meanings.keys()])]
    const items = new Map(rows.byIds(order).map((row) => [row.id, itemOf(row)]))
    // Archived items are never recalled. Items moved to another project since they were indexed or rated are
    // left out.
    const seen = order.flatMap((id) => {
      const item = items.get(id)
      if (item === undefined || item.tags.includes(ARCHIVED_TAG)) return []
      if (!isIn(columnsOf(item.scope), scopes)) return []
      return [{ ...item, found: fits.get(id) ?? 0, meaning: meanings.get(id) ?? 0 }]
    })
    return rankMemories(question, seen, { now, minScore, limit, feedback }).map(
      ({ item, score, words: shared, by, always: wanted }) => ({
        id: item.id,
        score,
        words: [...shared],
        by: [...by],
        always: wanted,
      }),
    )
  }
}

function isIn({ scope, scope_id }: ScopeColumns, scopes: readonly ScopeColumns[]): boolean {
  return scopes.some((each) => each.scope === scope && each.scope_id === scope_id)
}
