import type { Database } from 'better-sqlite3'
import type { PageId } from '#shared/ids.ts'
import { createPageRows, tagsOf } from '../page-rows.ts'
import type { IndexedPage } from './index-docs.ts'

/** Creates the read access of the index to the log. */
export function createIndexSource(log: Database) {
  const rows = createPageRows(log)
  const pages = log.prepare<[], { id: PageId; version: number }>(
    'SELECT id, version FROM knowledge_pages WHERE removed_at IS NULL',
  )
  const newest = log.prepare<[], { at: number | null }>('SELECT max(version) AS at FROM knowledge_versions')
  const after = log.prepare<[number], { version: number; page_id: PageId }>(
    'SELECT version, page_id FROM knowledge_versions WHERE version > ? ORDER BY version LIMIT 1',
  )
  const countAfter = log.prepare<[number], { n: number }>(
    'SELECT count(DISTINCT page_id) AS n FROM knowledge_versions WHERE version > ?',
  )
  return {
    pages: (): ReadonlyMap<PageId, number> => new Map(pages.all().map(({ id, version }) => [id, version])),
    newest: (): number => newest.get()?.at ?? 0,
    after: (position: number) => after.get(position) ?? null,
    countAfter: (position: number): number => countAfter.get(position)?.n ?? 0,
    /** Null for a page that was removed. */
    page: (id: PageId): (IndexedPage & { readonly updatedAt: number }) | null => {
      const row = rows.one(id)
      if (row === null || row.removed_at !== null) return null
      const { version, scope, scope_id, title } = row
      return {
        id,
        version,
        scope,
        scope_id,
        title,
        tags: tagsOf(row),
        archived: row.archived_at !== null,
        body: rows.bodyOf(row),
        updatedAt: row.updated_at,
      }
    },
  }
}

export type IndexSource = ReturnType<typeof createIndexSource>
