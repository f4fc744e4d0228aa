import { z } from 'zod'
import { MemoryId, type ProjectId } from '#shared/ids.ts'
import type { MemoryFilter, MemoryHit, MemoryItem, MemoryPage } from '#shared/memory/memory.ts'
import { isSeenIn, scopesSeenIn } from '#shared/memory/seen-scopes.ts'
import { columnsOf } from '../database/scope-columns.ts'
import { wordsOf } from '../ranking/words.ts'
import type { QuestionVector } from '../vectors/vector-question.ts'
import { FoundMemory, MeantMemory, type MemoryQuestion } from './index-question.ts'
import type { ListRows } from './list-rows.ts'
import { itemOf, type MemoryRows } from './rows.ts'

type Deps = {
  /** Asks the index. */
  readonly ask: (question: MemoryQuestion, signal: AbortSignal) => Promise<unknown>
  readonly rows: Pick<MemoryRows, 'byIds'>
  readonly lists: Pick<ListRows, 'among'>
  readonly now: () => number
}

/** A search by a question in a project. It covers that project and the user scope. */
export type MemoryAsk = {
  readonly question: string
  readonly projectId: ProjectId | null
  readonly limit: number
  readonly minScore: number
  /** The embedding of the question. Missing: words only. */
  readonly near?: QuestionVector | null
}

/** An item that fits a question, how well from 0 to 1, and by which of its words. */
export type RankedMemory = Omit<FoundMemory, 'id'> & { readonly item: MemoryItem }

const Ids = z.array(MemoryId)
const Found = z.array(FoundMemory)
const Meant = z.array(MeantMemory)
/** Maximum semantic matches and their minimum score. */
const MOST_MEANT = 20
const MEANT = 0.3
/** Maximum results of a person's search. */
const MOST_FOUND = 500
/** Maximum words of a query. */
const MOST_WORDS = 48

/** Finds memories by their words, and by what they mean. */
export function createMemorySearch({ ask, rows, lists, now }: Deps) {
  return {
    /** Searches typed words: every word must match, the last may be a prefix. Best first. */
    typed: async (
      text: string,
      filter: MemoryFilter,
      { limit, offset }: { limit: number; offset: number },
      signal: AbortSignal,
    ): Promise<MemoryPage> => {
      const scopes = filter.scope === undefined ? null : [columnsOf(filter.scope)]
      const words = wordsOf(text, 'typed').slice(0, MOST_WORDS)
      const ids = Ids.parse(await ask({ t: 'typed', words, scopes, limit: MOST_FOUND }, signal))
      const passing = new Map(lists.among(ids, filter, now()).map((item) => [item.id, item]))
      const found = ids.flatMap((id) => passing.get(id) ?? [])
      const hits = found.slice(offset, offset + limit).map((item) => ({ item, score: null }))
      return { hits, total: found.length }
    },
    /** Returns semantic matches of typed words, nearest first, without pure word matches. */
    meant: async (near: QuestionVector, filter: MemoryFilter, signal: AbortSignal): Promise<MemoryHit[]> => {
      const scopes = filter.scope === undefined ? null : [columnsOf(filter.scope)]
      const found = Meant.parse(await ask({ t: 'meant', near, scopes, limit: MOST_MEANT }, signal))
      const close = found.filter(({ meaning }) => meaning >= MEANT)
      const ids = close.map(({ id }) => id)
      const passing = new Map(lists.among(ids, filter, now()).map((item) => [item.id, item]))
      return close.flatMap(({ id, meaning }) => {
        const item = passing.get(id)
        return item === undefined ? [] : [{ item, score: meaning }]
      })
    },
    /** Returns the matches of a question and the always-used items there. Never from another project. */
    fitting: async (
      { question, projectId, limit, minScore, near = null }: MemoryAsk,
      signal: AbortSignal,
    ): Promise<RankedMemory[]> => {
      const scopes = scopesSeenIn(projectId).map(columnsOf)
      const feedbackIn = projectId ?? ''
      const asked = {
        t: 'fitting' as const,
        question,
        scopes,
        feedbackIn,
        limit,
        minScore,
        now: now(),
        near,
      }
      const found = Found.parse(await ask(asked, signal))
      const items = new Map(rows.byIds(found.map(({ id }) => id)).map((row) => [row.id, itemOf(row)]))
      return found.flatMap(({ id, ...rest }) => {
        const item = items.get(id)
        // It may have been moved to another project or removed in this very moment.
        if (item === undefined || !isSeenIn(item.scope, projectId)) return []
        return [{ item, ...rest }]
      })
    },
  }
}

export type MemorySearch = ReturnType<typeof createMemorySearch>
