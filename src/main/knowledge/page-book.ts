import { AppError } from '#shared/errors.ts'
import type { PageChangeId, PageId } from '#shared/ids.ts'
import type { PageAct, PageChanged, PageText, PageVersion } from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import { scopeOf } from '../database/scope-columns.ts'
import type { NewId } from '../lib/ids.ts'
import { originOf, type PageRow, type PageRows, type PageWrite, tagsOf } from './page-rows.ts'

export type PagesDeps = {
  readonly rows: PageRows
  readonly now: () => number
  readonly newId: NewId
  /** True for text that is a secret, or looks like one. */
  readonly isSecret: (text: string) => boolean
  /** Told after what was stored is stored. */
  readonly changed: (ids: readonly PageId[]) => void
}

/** The current state of a page, to be written with changes. */
export type PageState = Pick<PageWrite, 'id' | 'scope' | 'text' | 'origin' | 'archived' | 'removed'>

/** Creates the checks and the history entry for every change. */
export function createPageBook(deps: PagesDeps) {
  const { rows, newId } = deps
  return {
    begin: (act: PageAct, author: PageVersion['author'] = 'person') => ({
      changeId: newId('pageChange'),
      act,
      author,
      at: deps.now(),
    }),
    /** Stores one act and tells about it. */
    store: (changeId: PageChangeId, writes: readonly PageWrite[]): PageChanged => {
      const ids = [...new Set(writes.map(({ id }) => id))]
      if (ids.length === 0) return { changeId, ids }
      rows.write(writes)
      deps.changed(ids)
      return { changeId, ids }
    },
    known: (id: PageId): PageRow => {
      const row = rows.one(id)
      if (row !== null && row.removed_at === null) return row
      throw AppError.saying('knowledge.not_found', say('page.gone'))
    },
    stateOf: (row: PageRow): PageState => ({
      id: row.id,
      scope: scopeOf(row),
      origin: originOf(row),
      text: { title: row.title, body: rows.bodyOf(row), tags: tagsOf(row) },
      archived: row.archived_at !== null,
      removed: row.removed_at !== null,
    }),
    noSecret: ({ title, body, tags }: PageText): void => {
      if (![title, body, ...tags].some(deps.isSecret)) return
      throw AppError.saying('knowledge.refused', say('page.secret'))
    },
  }
}

export type PageBook = ReturnType<typeof createPageBook>
