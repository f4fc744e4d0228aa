import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { PageChangeId, PageFolderId, PageId } from '#shared/ids.ts'
import type {
  KnowledgePage,
  PageAct,
  PageScope,
  PageStanding,
  PageText,
  PageVersion,
} from '#shared/knowledge/page.ts'
import { columnsOf, type ScopeColumns, scopeOf } from '../database/scope-columns.ts'
import { excerptOf } from './index/excerpt.ts'
import { linksOf, titleKey } from './links.ts'

export type PageRow = ScopeColumns & {
  readonly id: PageId
  readonly title: string
  readonly tags: string
  readonly excerpt: string
  readonly folder_id: PageFolderId | null
  readonly file: string | null
  readonly file_stamp: string | null
  readonly file_hash: string | null
  readonly standing: PageStanding | null
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
  readonly archived_at: number | null
  readonly removed_at: number | null
}

export type VersionRow = {
  readonly version: number
  readonly page_id: PageId
  readonly change_id: PageChangeId
  readonly act: PageAct
  readonly author: PageVersion['author']
  readonly at: number
  readonly title: string
  readonly body: string
  readonly tags: string
  readonly standing: PageStanding | null
  /** Null in versions from before pages could be moved. */
  readonly scope: ScopeColumns['scope'] | null
  readonly scope_id: ScopeColumns['scope_id'] | null
  readonly archived: 0 | 1
  readonly removed: 0 | 1
}

/** A page and the file it was read from. `stamp` tells without reading whether the file was touched since. */
export type PageOrigin = {
  readonly folderId: PageFolderId | null
  readonly file: string
  readonly stamp: string
  readonly hash: string
  readonly standing: PageStanding
}

/** A page as one change leaves it. */
export type PageWrite = {
  readonly id: PageId
  readonly scope: PageScope
  readonly text: PageText
  readonly origin: PageOrigin | null
  readonly archived: boolean
  readonly removed: boolean
  readonly changeId: PageChangeId
  readonly act: PageAct
  readonly author: PageVersion['author']
  readonly at: number
}

/** Maximum versions kept of a page. */
const MOST_VERSIONS = 30

/** SQL about pages and what they were before. */
export function createPageRows(db: Database) {
  const one = db.prepare<[PageId], PageRow>('SELECT * FROM knowledge_pages WHERE id = ?')
  const byIds = db.prepare<[string], PageRow>(
    `SELECT * FROM knowledge_pages WHERE id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL`,
  )
  const version = db.prepare<[number], VersionRow>('SELECT * FROM knowledge_versions WHERE version = ?')
  const history = db.prepare<[PageId], Omit<VersionRow, 'body'>>(
    `SELECT version, page_id, change_id, act, author, at, title, tags, standing, scope, scope_id, archived, removed
     FROM knowledge_versions WHERE page_id = ? ORDER BY version DESC`,
  )
  const before = db.prepare<[PageId, number], VersionRow>(
    'SELECT * FROM knowledge_versions WHERE page_id = ? AND version < ? ORDER BY version DESC LIMIT 1',
  )
  const ofChange = db.prepare<[PageChangeId], VersionRow>(
    'SELECT * FROM knowledge_versions WHERE change_id = ? ORDER BY version',
  )
  const fromFile = db.prepare<[PageId], Pick<VersionRow, 'tags'>>(
    `SELECT tags FROM knowledge_versions WHERE page_id = ? AND author = 'import' ORDER BY version DESC LIMIT 1`,
  )
  const dropRemoved = db.prepare<[number]>(
    // That the person deleted the page of a file is remembered, or the file would bring it back.
    'DELETE FROM knowledge_pages WHERE removed_at < ? AND folder_id IS NULL',
  )
  const write = writerOf(db)

  return {
    /** Also of a page that was removed. */
    one: (id: PageId): PageRow | null => one.get(id) ?? null,
    byIds: (ids: readonly PageId[]): PageRow[] => byIds.all(JSON.stringify(ids)),
    bodyOf: (row: Pick<PageRow, 'version'>): string => version.get(row.version)?.body ?? '',
    /** Newest first, without the words. */
    history: (id: PageId): Omit<VersionRow, 'body'>[] => history.all(id),
    version: (number: number): VersionRow | null => version.get(number) ?? null,
    before: (id: PageId, number: number): VersionRow | null => before.get(id, number) ?? null,
    /** The tags its file had when it was last read. */
    tagsOfFile: (id: PageId): string[] => {
      const read = fromFile.get(id)
      return read === undefined ? [] : tagsOf(read)
    },
    ofChange: (id: PageChangeId): VersionRow[] => ofChange.all(id),
    /** Writes all changes of one act in a transaction. */
    write: db.transaction((writes: readonly PageWrite[]): void => {
      for (const each of writes) write(each)
    }),
    dropRemovedBefore: (at: number): number => dropRemoved.run(at).changes,
  }
}

export type PageRows = ReturnType<typeof createPageRows>

function writerOf(db: Database) {
  const putPage = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO knowledge_pages (id, scope, scope_id, title, title_key, tags, excerpt, folder_id, file, file_stamp,
       file_hash, standing, version, created_at, updated_at, archived_at, removed_at)
     VALUES (@id, @scope, @scope_id, @title, @title_key, @tags, @excerpt, @folder_id, @file, @file_stamp,
       @file_hash, @standing, 0, @at, @at, @archived_at, @removed_at)
     ON CONFLICT (id) DO UPDATE SET scope = @scope, scope_id = @scope_id, title = @title, title_key = @title_key,
       tags = @tags, excerpt = @excerpt, folder_id = @folder_id, file = @file, file_stamp = @file_stamp,
       file_hash = @file_hash, standing = @standing, updated_at = @at, archived_at = @archived_at,
       removed_at = @removed_at`,
  )
  const putVersion = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO knowledge_versions (page_id, change_id, act, author, at, title, body, tags, standing, scope, scope_id,
       archived, removed)
     VALUES (@id, @change_id, @act, @author, @at, @title, @body, @tags, @standing, @scope, @scope_id,
       @archived, @removed)`,
  )
  const setVersion = db.prepare<[number | bigint, PageId]>(
    'UPDATE knowledge_pages SET version = ? WHERE id = ?',
  )
  const dropOld = db.prepare<[{ id: PageId }]>(
    `DELETE FROM knowledge_versions WHERE page_id = @id AND version <= (
       SELECT version FROM knowledge_versions WHERE page_id = @id ORDER BY version DESC LIMIT 1 OFFSET ${MOST_VERSIONS})`,
  )
  const dropLinks = db.prepare<[PageId]>('DELETE FROM knowledge_links WHERE page_id = ?')
  const addLink = db.prepare<[PageId, string, string, string]>(
    'INSERT INTO knowledge_links (page_id, kind, target, shown) VALUES (?, ?, ?, ?)',
  )
  return (page: PageWrite): void => {
    const { id, at, text, origin } = page
    const { title, body } = text
    const tags = JSON.stringify(text.tags)
    const standing = origin?.standing ?? null
    putPage.run({
      id,
      at,
      ...columnsOf(page.scope),
      title,
      title_key: titleKey(title),
      tags,
      standing,
      excerpt: excerptOf(body),
      folder_id: origin?.folderId ?? null,
      file: origin?.file ?? null,
      file_stamp: origin?.stamp ?? null,
      file_hash: origin?.hash ?? null,
      archived_at: page.archived ? at : null,
      removed_at: page.removed ? at : null,
    })
    const { lastInsertRowid } = putVersion.run({
      id,
      change_id: page.changeId,
      act: page.act,
      author: page.author,
      at,
      title,
      body,
      tags,
      standing,
      ...columnsOf(page.scope),
      archived: page.archived ? 1 : 0,
      removed: page.removed ? 1 : 0,
    })
    setVersion.run(lastInsertRowid, id)
    dropOld.run({ id })
    dropLinks.run(id)
    if (page.removed) return
    for (const { kind, target, shown } of linksOf(body, origin?.file ?? null)) {
      addLink.run(id, kind, target, shown)
    }
  }
}

const Tags = z.array(z.string())

export function tagsOf({ tags }: Pick<PageRow, 'tags'>): string[] {
  return Tags.parse(JSON.parse(tags))
}

/** A row as everybody else knows it. */
export function pageOf(row: PageRow): KnowledgePage {
  const { file, standing } = row
  return {
    id: row.id,
    scope: scopeOf(row),
    title: row.title,
    tags: tagsOf(row),
    excerpt: row.excerpt,
    source: file === null || standing === null ? null : { folderId: row.folder_id, file, standing },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  }
}

export function originOf(row: PageRow): PageOrigin | null {
  const { folder_id, file, file_stamp, file_hash, standing } = row
  if (file === null || standing === null) return null
  return { folderId: folder_id, file, stamp: file_stamp ?? '', hash: file_hash ?? '', standing }
}
