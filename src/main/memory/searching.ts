import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryFilter, MemoryPage, MemoryScope } from '#shared/memory/memory.ts'
import type { MemoryQuestion } from './index-question.ts'
import type { ListRows } from './list-rows.ts'
import { type RankedMemory, rankMemories } from './rank.ts'
import { itemOf, type MemoryRows } from './rows.ts'
import { columnsOf } from './scope-columns.ts'
import type { UseRows } from './use-rows.ts'
import { contentWordsOf, wordsOf } from './words.ts'

type Deps = {
  /** Asks the index. Best first. */
  readonly ask: (question: MemoryQuestion, signal: AbortSignal) => Promise<readonly MemoryId[]>
  readonly rows: Pick<MemoryRows, 'byIds'>
  readonly lists: Pick<ListRows, 'among'>
  readonly uses: Pick<UseRows, 'feedbackIn'>
  readonly now: () => number
}

/** What a search is for: a question asked in a project, which sees that project and what is kept for all. */
export type MemoryAsk = {
  readonly question: string
  readonly projectId: ProjectId | null
  readonly limit: number
  readonly minScore: number
}

/** How many hits of the index are looked at more closely. */
const MOST_CANDIDATES = 60
/** How many a person is shown of what they search for. */
const MOST_FOUND = 500
/** A question has no more to say than this. */
const MOST_WORDS = 48

/** Finds memories by their words. */
export function createMemorySearch({ ask, rows, lists, uses, now }: Deps) {
  return {
    /** What a person types: every word counts, the last may be a beginning. Best first. */
    typed: async (
      text: string,
      filter: MemoryFilter,
      { limit, offset }: { limit: number; offset: number },
      signal: AbortSignal,
    ): Promise<MemoryPage> => {
      const scopes = filter.scope === undefined ? null : [columnsOf(filter.scope)]
      const words = wordsOf(text, 'typed').slice(0, MOST_WORDS)
      const ids = await ask({ words, mode: 'all', scopes, limit: MOST_FOUND }, signal)
      const passing = new Map(lists.among(ids, filter, now()).map((item) => [item.id, item]))
      const found = ids.flatMap((id) => passing.get(id) ?? [])
      const hits = found.slice(offset, offset + limit).map((item) => ({ item, score: null }))
      return { hits, total: found.length }
    },
    /** What fits a question, with what the person wants always used there. Never from another project. */
    fitting: async (
      { question, projectId, limit, minScore }: MemoryAsk,
      signal: AbortSignal,
    ): Promise<RankedMemory[]> => {
      const scopes = scopesSeenIn(projectId)
      const words = [...new Set(contentWordsOf(question))].slice(0, MOST_WORDS)
      const feedback = uses.feedbackIn(projectId)
      const always = [...feedback].filter(([, said]) => said.always).map(([id]) => id)
      const found = await ask(
        { words, mode: 'any', scopes: scopes.map(columnsOf), limit: MOST_CANDIDATES },
        signal,
      )
      const order = [...new Set([...found, ...always])]
      const items = new Map(rows.byIds(order).map((row) => [row.id, itemOf(row)]))
      // The index may be a moment behind: what was moved to another project meanwhile is not told here.
      const seen = order
        .flatMap((id) => items.get(id) ?? [])
        .filter(({ scope }) => scope.level === 'user' || scope.id === projectId)
      return rankMemories(question, seen, { now: now(), minScore, limit, feedback })
    },
  }
}

export type MemorySearch = ReturnType<typeof createMemorySearch>

function scopesSeenIn(projectId: ProjectId | null): MemoryScope[] {
  const user: MemoryScope = { level: 'user' }
  return projectId === null ? [user] : [{ level: 'project', id: projectId }, user]
}
