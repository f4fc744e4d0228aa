import type { Database } from 'better-sqlite3'
import type { PageFolderId, PageId } from '#shared/ids.ts'
import type { PageScope, PageStanding } from '#shared/knowledge/page.ts'
import { columnsOf, type ScopeColumns, scopeOf } from '../../database/scope-columns.ts'

type FolderRow = ScopeColumns & {
  readonly id: PageFolderId
  readonly path: string
  readonly followed: 0 | 1
}

export type KeptFolder = {
  readonly id: PageFolderId
  readonly scope: PageScope
  readonly path: string
  readonly followed: boolean
}

/** A page with its source file. `deleted`: the person deleted it and does not want it back. */
export type FilePage = {
  readonly id: PageId
  readonly file: string
  readonly stamp: string
  readonly hash: string
  readonly standing: PageStanding
  readonly there: boolean
  readonly deleted: boolean
}

type FileRow = Omit<FilePage, 'there' | 'deleted'> & {
  readonly removed_at: number | null
  readonly author: string
}

/** SQL about folders whose files are pages. */
export function createFolderRows(db: Database) {
  const all = db.prepare<[], FolderRow>('SELECT * FROM knowledge_folders ORDER BY added_at, id')
  const add = db.prepare<[PageFolderId, string, string, string, number]>(
    `INSERT INTO knowledge_folders (id, scope, scope_id, path, followed, added_at) VALUES (?, ?, ?, ?, 1, ?)
     ON CONFLICT (scope, scope_id, path) DO UPDATE SET followed = 1`,
  )
  const setFollowed = db.prepare<[0 | 1, PageFolderId]>(
    'UPDATE knowledge_folders SET followed = ? WHERE id = ?',
  )
  const files = db.prepare<[PageFolderId], FileRow>(
    `SELECT p.id, p.file, p.file_stamp AS stamp, p.file_hash AS hash, p.standing, p.removed_at, v.author
     FROM knowledge_pages AS p JOIN knowledge_versions AS v ON v.version = p.version
     WHERE p.folder_id = ? ORDER BY p.removed_at IS NULL, p.removed_at`,
  )
  const touch = db.prepare<[Record<string, string>]>(
    `UPDATE knowledge_pages SET file = @file, file_stamp = @stamp, file_hash = @hash, standing = @standing
     WHERE id = @id`,
  )
  const apart = db.prepare<[{ id: PageFolderId; path: string }]>(
    `UPDATE knowledge_pages SET file = @path || '/' || file, standing = 'apart', folder_id = NULL WHERE folder_id = @id`,
  )
  const drop = db.prepare<[PageFolderId]>('DELETE FROM knowledge_folders WHERE id = ?')
  const list = (): KeptFolder[] =>
    all
      .all()
      .map((row) => ({ id: row.id, path: row.path, scope: scopeOf(row), followed: row.followed === 1 }))

  return {
    all: list,
    /** A folder that was added before is followed again. */
    add: (id: PageFolderId, scope: PageScope, path: string, at: number): KeptFolder | null => {
      const columns = columnsOf(scope)
      add.run(id, columns.scope, columns.scope_id, path, at)
      const same = (each: KeptFolder) =>
        each.path === path && columnsOf(each.scope).scope_id === columns.scope_id
      return list().find(same) ?? null
    },
    setFollowed: (id: PageFolderId, followed: boolean): void => void setFollowed.run(followed ? 1 : 0, id),
    /** By file; of several that had the same file the one that is there, or was last. */
    files: (id: PageFolderId): Map<string, FilePage> =>
      new Map(
        files.all(id).map(({ removed_at, author, ...page }) => {
          const there = removed_at === null
          return [page.file, { ...page, there, deleted: !there && author === 'person' }]
        }),
      ),
    /** Notes what the file of a page is now. Its words stay, so there is no new version. */
    touch: ({ id, file, stamp, hash, standing }: Omit<FilePage, 'there' | 'deleted'>): void =>
      void touch.run({ id, file, stamp, hash, standing }),
    /** The pages stay and remember where they are from. */
    drop: db.transaction((id: PageFolderId, path: string): void => {
      apart.run({ id, path })
      drop.run(id)
    }),
  }
}

export type FolderRows = ReturnType<typeof createFolderRows>
