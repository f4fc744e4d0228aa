import type { Database } from 'better-sqlite3'
import type { PageFolderId, PageId } from '#shared/ids.ts'
import type { KnowledgePage, PageFacets, PageFilter, PageLink } from '#shared/knowledge/page.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { columnsOf } from '../database/scope-columns.ts'
import { type PageRow, pageOf } from './page-rows.ts'

const MOST_TAGS = 40

type Bound = Record<string, string | number | null>

const MATCHING = `p.removed_at IS NULL AND (p.archived_at IS NOT NULL) = @archived
  AND (@scope IS NULL OR (p.scope = @scope AND p.scope_id = @scope_id))
  AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(p.tags) WHERE value = @tag))
  AND (@typed IS NULL OR p.file IS NULL)
  AND (@folder IS NULL OR p.folder_id = @folder)
  AND (@ids IS NULL OR p.id IN (SELECT value FROM json_each(@ids)))`

/** A page sees those of its own scope and those for all projects, so that no link leads out of a project. */
const SEEN = `(o.scope = p.scope AND o.scope_id = p.scope_id OR o.scope = 'user') AND o.removed_at IS NULL`
const NAMED = `(l.kind = 'title' AND l.target = o.title_key
  OR l.kind = 'file' AND l.target = o.file AND o.folder_id = p.folder_id)`

/** SQL for lists of pages and the links between them. */
export function createPageListRows(db: Database) {
  const page = db.prepare<[Bound], PageRow>(
    `SELECT * FROM knowledge_pages AS p WHERE ${MATCHING}
     ORDER BY p.updated_at DESC, p.id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = db.prepare<[Bound], { n: number }>(
    `SELECT count(*) AS n FROM knowledge_pages AS p WHERE ${MATCHING}`,
  )
  const any = db.prepare<[string, string], { one: 1 }>(
    `SELECT 1 AS one FROM knowledge_pages
     WHERE scope = ? AND scope_id = ? AND removed_at IS NULL AND archived_at IS NULL LIMIT 1`,
  )
  const scopes = db.prepare<[], { scope: string; scope_id: string; n: number }>(
    `SELECT scope, scope_id, count(*) AS n FROM knowledge_pages
     WHERE removed_at IS NULL AND archived_at IS NULL GROUP BY scope, scope_id`,
  )
  const counts = db.prepare<[], { typed: number; archived: number }>(
    `SELECT coalesce(sum(archived_at IS NULL AND file IS NULL), 0) AS typed,
       coalesce(sum(archived_at IS NOT NULL), 0) AS archived FROM knowledge_pages WHERE removed_at IS NULL`,
  )
  const folders = db.prepare<[], { id: PageFolderId; path: string; count: number }>(
    `SELECT f.id, f.path, (SELECT count(*) FROM knowledge_pages AS p WHERE p.folder_id = f.id
       AND p.removed_at IS NULL AND p.archived_at IS NULL) AS count FROM knowledge_folders AS f ORDER BY f.path`,
  )
  const tags = db.prepare<[number], { tag: string; count: number }>(
    `SELECT t.value AS tag, count(*) AS count FROM knowledge_pages AS p, json_each(p.tags) AS t
     WHERE p.removed_at IS NULL AND p.archived_at IS NULL GROUP BY t.value ORDER BY count DESC, tag LIMIT ?`,
  )
  const linksTo = db.prepare<[PageId], { shown: string; id: PageId | null; title: string | null }>(
    `SELECT shown, id, title FROM (
       SELECT l.shown, l.kind, l.target, o.id, o.title, row_number() OVER (
         PARTITION BY l.kind, l.target ORDER BY o.folder_id IS NOT p.folder_id, o.scope = 'user', o.updated_at DESC) AS n
       FROM knowledge_links AS l JOIN knowledge_pages AS p ON p.id = l.page_id
       LEFT JOIN knowledge_pages AS o ON ${SEEN} AND ${NAMED} WHERE l.page_id = ?
     ) WHERE n = 1 ORDER BY shown`,
  )
  const linkedFrom = db.prepare<[PageId], { id: PageId; title: string }>(
    `SELECT DISTINCT p.id, p.title FROM knowledge_pages AS o
     JOIN knowledge_links AS l ON l.target = o.title_key AND l.kind = 'title'
       OR l.target = o.file AND l.kind = 'file'
     JOIN knowledge_pages AS p ON p.id = l.page_id AND p.removed_at IS NULL
     WHERE o.id = ? AND ${SEEN} AND ${NAMED} ORDER BY p.title LIMIT 100`,
  )

  return {
    /** The newest first. */
    page: (filter: PageFilter, place: { limit: number; offset: number }): KnowledgePage[] =>
      page.all({ ...boundOf(filter), ids: null, ...place }).map(pageOf),
    /** Those of `ids` that pass, in no order. */
    among: (ids: readonly PageId[], filter: PageFilter): KnowledgePage[] =>
      page.all({ ...boundOf(filter), ids: JSON.stringify(ids), limit: ids.length, offset: 0 }).map(pageOf),
    count: (filter: PageFilter): number => count.get({ ...boundOf(filter), ids: null })?.n ?? 0,
    /** Whether there is a page to be found there. */
    hasAny: (scope: MemoryScope): boolean => {
      const columns = columnsOf(scope)
      return any.get(columns.scope, columns.scope_id) !== undefined
    },
    facets: (): PageFacets => {
      const all = scopes.all()
      return {
        all: all.reduce((sum, { n }) => sum + n, 0),
        user: all.find(({ scope }) => scope === 'user')?.n ?? 0,
        projects: all
          .filter(({ scope }) => scope === 'project')
          .map(({ scope_id, n }) => ({ id: scope_id, count: n })),
        ...(counts.get() ?? { typed: 0, archived: 0 }),
        folders: folders.all(),
        tags: tags.all(MOST_TAGS),
      }
    },
    linksTo: (id: PageId): PageLink[] =>
      linksTo.all(id).map(({ shown, id: to, title }) => ({
        target: shown,
        page: to === null || title === null ? null : { id: to, title },
      })),
    linkedFrom: (id: PageId) => linkedFrom.all(id),
  }
}

export type PageListRows = ReturnType<typeof createPageListRows>

function boundOf({ scope, tag, source, archived }: PageFilter): Bound {
  return {
    ...(scope === undefined ? { scope: null, scope_id: null } : columnsOf(scope)),
    tag: tag ?? null,
    archived: archived === true ? 1 : 0,
    typed: source === 'typed' ? 1 : null,
    folder: source === undefined || source === 'typed' ? null : source,
  }
}
