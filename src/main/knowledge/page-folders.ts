import { AppError } from '#shared/errors.ts'
import type { PageFolderId, PageId } from '#shared/ids.ts'
import type { PageFolder } from '#shared/knowledge/folder.ts'
import type { PageChanged, PageScope } from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../lib/ids.ts'
import { type PageRows, pageOf } from './page-rows.ts'
import { createFolderReading, type FolderReadingDeps } from './reading/folder-reading.ts'
import type { FolderRows, KeptFolder } from './reading/folder-rows.ts'

export type PageFoldersDeps = FolderReadingDeps & {
  readonly rows: FolderRows
  readonly pageRows: Pick<PageRows, 'one'>
  readonly newId: NewId
  readonly now: () => number
}

const MOST_TOLD = 20

/** Folders that are read into pages and followed. */
export function createPageFolders(deps: PageFoldersDeps) {
  const { rows } = deps
  const { start, halt, workOf, ...reading } = createFolderReading(deps)
  const known = (id: PageFolderId): KeptFolder => {
    const folder = rows.all().find((each) => each.id === id)
    if (folder !== undefined) return folder
    throw AppError.saying('knowledge.not_found', say('page.noFolder'))
  }

  return {
    /** Begins to read a folder into pages, and to follow it. Its path is canonical. */
    add: (path: string, scope: PageScope): PageFolderId => {
      const folder = rows.add(deps.newId('pageFolder'), scope, path, deps.now())
      if (folder === null) throw AppError.saying('knowledge.not_found', say('page.noFolder'))
      start(folder)
      return folder.id
    },
    /** Stops reading. Pages read so far are kept; a restart reads the rest. */
    stop: (id: PageFolderId): void => {
      known(id)
      halt(id)
      rows.setFollowed(id, false)
      reading.stopped(id)
    },
    again: (id: PageFolderId): void => {
      rows.setFollowed(id, true)
      start(known(id))
    },
    /** Lets go of a folder. Its pages stay. */
    drop: (id: PageFolderId): void => {
      const { path } = known(id)
      halt(id)
      rows.drop(id, path)
      reading.forget(id)
    },
    takeFile: createTakeFile(deps),
    list: (): PageFolder[] =>
      rows.all().map(({ id, scope, path, followed }) => {
        const { state, done, total, refused } = workOf(id)
        return {
          id,
          scope,
          path,
          done,
          total,
          state: followed ? state : 'stopped',
          refused: { count: refused.length, first: refused.slice(0, MOST_TOLD) },
        }
      }),
    /** Takes up every folder that is followed. */
    start: (): void => {
      for (const folder of rows.all()) if (folder.followed) start(folder)
    },
    /** Resolves when nothing is being read. */
    idle: reading.idle,
    close: reading.close,
  }
}

export type PageFolders = ReturnType<typeof createPageFolders>

/** The words of its file for a page the person changed. Their words stay in its history. */
function createTakeFile({ rows, pageRows, pages, scan, read, acquaint, isSecret }: PageFoldersDeps) {
  return async (id: PageId, signal: AbortSignal): Promise<PageChanged> => {
    const row = pageRows.one(id)
    const source = row === null || row.removed_at !== null ? null : pageOf(row).source
    const folder = rows.all().find((each) => each.id === source?.folderId)
    if (source === null || folder === undefined) {
      throw AppError.saying('knowledge.not_found', say('page.gone'))
    }
    const scanned = await scan(folder.path, signal)
    const file = scanned?.files.find((each) => each.file === source.file)
    const found = file === undefined ? null : await read(file.path, signal)
    if (file === undefined || found === null || !found.ok) {
      throw AppError.saying('knowledge.refused', say('page.noFile', { file: source.file }))
    }
    const { text, hash } = found
    await acquaint(signal)
    if ([text.title, text.body, ...text.tags].some(isSecret)) {
      throw AppError.saying('knowledge.refused', say('page.secret'))
    }
    const standing = 'follows' as const
    const origin = { folderId: folder.id, file: file.file, stamp: file.stamp, hash, standing }
    return pages.take([{ id, scope: folder.scope, text, origin }])
  }
}
