import { z } from 'zod'
import type { ProjectId } from '#shared/ids.ts'
import type { KnowledgePage, PageFilter, PageHit, PageHits } from '#shared/knowledge/page.ts'
import type { FoundBy } from '#shared/memory/found-by.ts'
import { isSeenIn, scopesSeenIn } from '#shared/memory/seen-scopes.ts'
import { columnsOf, scopeOf } from '../database/scope-columns.ts'
import type { QuestionVector } from '../vectors/vector-question.ts'
import {
  FoundPage,
  FoundPassage,
  IndexStanding,
  type KnowledgeQuestion,
  MeantPage,
} from './index/index-question.ts'
import type { PageListRows } from './page-list-rows.ts'
import { type PageRows, pageOf } from './page-rows.ts'

type Deps = {
  /** Asks the index. */
  readonly ask: (question: KnowledgeQuestion, signal: AbortSignal) => Promise<unknown>
  readonly rows: Pick<PageRows, 'byIds' | 'bodyOf'>
  readonly lists: Pick<PageListRows, 'among'>
  readonly now: () => number
}

/** A search by a question in a project. It covers the pages of that project and the user scope. */
export type PassageAsk = {
  readonly question: string
  readonly projectId: ProjectId | null
  readonly limit: number
  readonly minScore: number
  /** The embedding of the question. Missing: words only. */
  readonly near?: QuestionVector | null
}

/** A part of a page that fits a question. */
export type Passage = {
  readonly page: KnowledgePage
  readonly heading: string
  readonly text: string
  readonly score: number
  readonly words: readonly string[]
  readonly by: readonly FoundBy[]
}

const Pages = z.array(FoundPage)
const Passages = z.array(FoundPassage)
const Meant = z.array(MeantPage)
/** Maximum semantic matches and their minimum score. */
const MOST_MEANT = 20
const MEANT = 0.3
/** Maximum pages in a person's search. */
const MOST_FOUND = 500

/** Finds pages by their words, and passages of pages also by what they mean. */
export function createPageSearch({ ask, rows, lists, now }: Deps) {
  return {
    /** Searches typed words: every word must match, each may be a prefix. Best first. */
    typed: async (
      text: string,
      filter: PageFilter,
      { limit, offset }: { limit: number; offset: number },
      signal: AbortSignal,
    ): Promise<PageHits> => {
      const scopes = filter.scope === undefined ? null : [columnsOf(filter.scope)]
      const archived = filter.archived === true
      const asked = { t: 'typed' as const, text, scopes, archived, limit: MOST_FOUND }
      const found = Pages.parse(await ask(asked, signal))
      const ids = found.map(({ id }) => id)
      const passing = new Map(lists.among(ids, filter).map((page) => [page.id, page]))
      const hits = found.flatMap(({ id, part }) => {
        const page = passing.get(id)
        return page === undefined ? [] : [{ page, found: part }]
      })
      return { hits: hits.slice(offset, offset + limit), total: hits.length }
    },
    /** Pages with a part that means something like what a person typed, nearest first. */
    meant: async (near: QuestionVector, filter: PageFilter, signal: AbortSignal): Promise<PageHit[]> => {
      const scopes = filter.scope === undefined ? null : [columnsOf(filter.scope)]
      const found = Meant.parse(await ask({ t: 'meant', near, scopes, limit: MOST_MEANT }, signal))
      const close = found.filter(({ meaning }) => meaning >= MEANT)
      const ids = close.map(({ id }) => id)
      const passing = new Map(lists.among(ids, filter).map((page) => [page.id, page]))
      return close.flatMap(({ id, part, meaning }) => {
        const page = passing.get(id)
        return page === undefined ? [] : [{ page, found: part, meaning }]
      })
    },
    /** Returns the passages that match a question. Never from another project. */
    passages: async (
      { question, projectId, limit, minScore, near = null }: PassageAsk,
      signal: AbortSignal,
    ): Promise<Passage[]> => {
      const scopes = scopesSeenIn(projectId).map(columnsOf)
      const asked = { t: 'fitting' as const, question, scopes, near, limit, minScore, now: now() }
      const found = Passages.parse(await ask(asked, signal))
      const pages = new Map(rows.byIds(found.map(({ pageId }) => pageId)).map((row) => [row.id, row]))
      return found.flatMap(({ pageId, version, start, end, heading, score, words, by }): Passage[] => {
        const row = pages.get(pageId)
        // It may have been changed, archived or removed in this very moment.
        if (row === undefined || row.version !== version || row.archived_at !== null) return []
        if (!isSeenIn(scopeOf(row), projectId)) return []
        return [{ page: pageOf(row), heading, text: rows.bodyOf(row).slice(start, end), score, words, by }]
      })
    },
    /** Returns the progress of the index. */
    standing: async (signal: AbortSignal): Promise<IndexStanding> =>
      IndexStanding.parse(await ask({ t: 'standing' }, signal)),
  }
}

export type PageSearch = ReturnType<typeof createPageSearch>
