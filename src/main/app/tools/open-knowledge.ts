import type { ProjectId } from '#shared/ids.ts'
import { scopesSeenIn } from '#shared/memory/seen-scopes.ts'
import { knowledgeIndexPart } from '../../knowledge/index/index-part.ts'
import { createPageFolders } from '../../knowledge/page-folders.ts'
import { createPageListRows } from '../../knowledge/page-list-rows.ts'
import { createPageRows } from '../../knowledge/page-rows.ts'
import { createPageSearch } from '../../knowledge/page-search.ts'
import { createPageUseRows } from '../../knowledge/page-use-rows.ts'
import { createPages } from '../../knowledge/pages.ts'
import { createFolderRows } from '../../knowledge/reading/folder-rows.ts'
import { createPageReading } from '../../knowledge/reading/page-reading.ts'
import { createReaderThread } from '../../knowledge/reading/reader-thread.ts'
import { scanFolder } from '../../knowledge/reading/scan-folder.ts'
import { watchTree } from '../../knowledge/reading/watch-tree.ts'
import { createRetrieveTool } from '../../knowledge/tools/retrieve.ts'
import { gathered } from '../../lib/gathered.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { MemoryDeps } from './open-memory.ts'

export type KnowledgeDeps = Pick<
  MemoryDeps,
  'storage' | 'clock' | 'newId' | 'logger' | 'redactor' | 'acquaint' | 'tell' | 'readMeaning'
> & {
  /** The built thread that reads files. */
  readonly pageReader: URL
  readonly threads: ThreadRegistry
  readonly scope: Scope
}

/** Time deleted items can be restored, in milliseconds. */
const KEPT_REMOVED_MS = 30 * 24 * 60 * 60 * 1000
/** Interval of change notifications in milliseconds, because reading a folder changes thousands of pages. */
const TELL_EVERY_MS = 250

/** Pages of knowledge: kept, read from folders, found, and offered to agents. */
export function openKnowledge({
  storage,
  clock,
  newId,
  logger,
  redactor,
  acquaint,
  tell,
  readMeaning,
  pageReader,
  threads,
  scope,
}: KnowledgeDeps) {
  const { db, index, store } = storage
  const { now } = clock
  const rows = createPageRows(db)
  const lists = createPageListRows(db)
  const uses = createPageUseRows(db)
  const part = knowledgeIndexPart.name
  const isSecret = (text: string) => redactor.text(text) !== text
  const timing = { clock, everyMs: TELL_EVERY_MS, signal: scope.signal }
  const tellChanged = gathered(timing, () => tell({ kind: 'knowledge.changed' }))
  const pages = createPages({
    rows,
    now,
    newId,
    isSecret,
    changed: (ids) => {
      index.changed(part, ids)
      tellChanged()
    },
  })
  const search = createPageSearch({
    rows,
    lists,
    now,
    ask: (question, signal) => index.ask(part, question, signal),
  })
  const reader = createReaderThread({ worker: pageReader, clock, logger, watch: threads.watch('reader') })
  scope.add(reader.close)
  const folders = createPageFolders({
    rows: createFolderRows(db),
    pageRows: rows,
    pages,
    read: reader.read,
    isSecret,
    newId,
    now,
    logger,
    acquaint,
    scan: scanFolder,
    watch: (all, changed) => watchTree(all, changed, { clock, logger }),
    told: gathered(timing, () => tell({ kind: 'knowledge.work' })),
  })
  scope.add(folders.close)
  const retrieve = createRetrieveTool({
    search,
    readMeaning,
    uses,
    now,
    questionOf: ({ sessionId, runId }) => store.folds(sessionId).runs[runId]?.inputEventId ?? null,
    projectOf: (sessionId) => store.folds(sessionId).session?.meta.projectId ?? null,
  })
  return {
    acquaint,
    pages,
    search,
    folders,
    reading: createPageReading({ rows, lists, uses }),
    tools: [retrieve],
    /** Whether a chat of this project has any page to look up. */
    hasFor: (projectId: ProjectId | null) => scopesSeenIn(projectId).some(lists.hasAny),
    purge: () => void pages.purge(now() - KEPT_REMOVED_MS),
  }
}
