import type { Database } from 'better-sqlite3'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryAuthor, MemoryFacets, MemoryFilter, MemoryItem } from '#shared/memory/memory.ts'
import { columnsOf } from '../database/scope-columns.ts'
import { ITEM_COLUMNS, type ItemRow, itemOf } from './rows.ts'

const DAY = 24 * 60 * 60 * 1000
/** After how long without use an item is worth a look. */
export const UNUSED_DAYS = 90
const MOST_TAGS = 40

/** Null: everything. */
type Bound = Record<string, string | number | null>

const MATCHING = `i.removed_at IS NULL
  AND (@scope IS NULL OR (i.scope = @scope AND i.scope_id = @scope_id))
  AND (@author IS NULL OR i.author = @author)
  AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(i.tags) WHERE value = @tag))
  AND (@changed_after IS NULL OR i.updated_at >= @changed_after)
  AND (@unused_since IS NULL OR max(i.created_at, coalesce(i.last_recalled_at, 0)) < @unused_since)`

/** SQL for lists of what is remembered. */
export function createListRows(db: Database) {
  const page = db.prepare<[Bound], ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM memory_items AS i WHERE ${MATCHING}
     ORDER BY i.updated_at DESC, i.id DESC LIMIT @limit OFFSET @offset`,
  )
  const among = db.prepare<[Bound], ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM memory_items AS i
     WHERE i.id IN (SELECT value FROM json_each(@ids)) AND ${MATCHING}`,
  )
  const count = db.prepare<[Bound], { n: number }>(
    `SELECT count(*) AS n FROM memory_items AS i WHERE ${MATCHING}`,
  )
  const scopes = db.prepare<[], { scope: string; scope_id: ProjectId; n: number }>(
    `SELECT scope, scope_id, count(*) AS n FROM memory_items WHERE removed_at IS NULL GROUP BY scope, scope_id`,
  )
  const authors = db.prepare<[], { author: MemoryAuthor; count: number }>(
    `SELECT author, count(*) AS count FROM memory_items WHERE removed_at IS NULL GROUP BY author`,
  )
  const tags = db.prepare<[number], { tag: string; count: number }>(
    `SELECT t.value AS tag, count(*) AS count FROM memory_items AS i, json_each(i.tags) AS t
     WHERE i.removed_at IS NULL GROUP BY t.value ORDER BY count DESC, tag LIMIT ?`,
  )

  return {
    /** The newest first. */
    page: (
      filter: MemoryFilter,
      now: number,
      { limit, offset }: { limit: number; offset: number },
    ): MemoryItem[] => page.all({ ...boundOf(filter, now), limit, offset }).map(itemOf),
    /** Those of `ids` that pass, in no order. */
    among: (ids: readonly MemoryId[], filter: MemoryFilter, now: number): MemoryItem[] =>
      among.all({ ...boundOf(filter, now), ids: JSON.stringify(ids) }).map(itemOf),
    count: (filter: MemoryFilter, now: number): number => count.get(boundOf(filter, now))?.n ?? 0,
    facets: (now: number): MemoryFacets => {
      const all = scopes.all()
      const counted = (filter: MemoryFilter) => count.get(boundOf(filter, now))?.n ?? 0
      return {
        all: all.reduce((sum, { n }) => sum + n, 0),
        user: all.find(({ scope }) => scope === 'user')?.n ?? 0,
        projects: all
          .filter(({ scope }) => scope === 'project')
          .map(({ scope_id, n }) => ({ id: scope_id, count: n })),
        authors: authors.all(),
        tags: tags.all(MOST_TAGS),
        unused: counted({ unusedDays: UNUSED_DAYS }),
      }
    },
  }
}

export type ListRows = ReturnType<typeof createListRows>

function boundOf(filter: MemoryFilter, now: number): Bound {
  const { scope, author, tag, withinDays, unusedDays } = filter
  const columns = scope === undefined ? { scope: null, scope_id: null } : columnsOf(scope)
  return {
    ...columns,
    author: author ?? null,
    tag: tag ?? null,
    changed_after: withinDays === undefined ? null : now - withinDays * DAY,
    unused_since: unusedDays === undefined ? null : now - unusedDays * DAY,
  }
}
