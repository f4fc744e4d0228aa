import { AppError } from '#shared/errors.ts'
import type { PageId } from '#shared/ids.ts'
import type { PageDetail, PageFacets, PageFilter, PageHits } from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import type { PageListRows } from '../page-list-rows.ts'
import { type PageRows, pageOf } from '../page-rows.ts'
import type { PageUseRows } from '../page-use-rows.ts'

type Deps = { readonly rows: PageRows; readonly lists: PageListRows; readonly uses: PageUseRows }

/** Creates the read access to pages for the person. */
export function createPageReading({ rows, lists, uses }: Deps) {
  return {
    page: (filter: PageFilter, place: { limit: number; offset: number }): PageHits => ({
      hits: lists.page(filter, place).map((page) => ({ page, found: null })),
      total: lists.count(filter),
    }),
    facets: (): PageFacets => lists.facets(),
    detail: (id: PageId): PageDetail => {
      const row = rows.one(id)
      if (row === null || row.removed_at !== null) {
        throw AppError.saying('knowledge.not_found', say('page.gone'))
      }
      return {
        page: pageOf(row),
        body: rows.bodyOf(row),
        history: rows.history(id).map(({ version, change_id, act, author, title, at }) => ({
          version,
          changeId: change_id,
          act,
          author,
          title,
          at,
        })),
        linksTo: lists.linksTo(id),
        linkedFrom: lists.linkedFrom(id),
        uses: uses.of(id),
        runs: uses.runs(id),
      }
    },
  }
}

export type PageReading = ReturnType<typeof createPageReading>
