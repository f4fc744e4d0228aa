import type { KNOWLEDGE_CALLS } from '#shared/ipc/calls/knowledge-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import type { PageFolders } from '../knowledge/page-folders.ts'
import type { PageSearch } from '../knowledge/page-search.ts'
import type { Pages } from '../knowledge/pages.ts'
import type { PageReading } from '../knowledge/reading/page-reading.ts'
import { pageFileName, writePageFile, writePageFiles } from '../knowledge/write-page-file.ts'
import type { Projects } from '../projects/registry.ts'
import type { ReadMeaning } from '../vectors/question-reader.ts'

type Rooms = {
  readonly pages: Pages
  /** Makes the values of the vault known to who refuses them. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  readonly reading: PageReading
  readonly search: Pick<PageSearch, 'meant' | 'typed' | 'standing'>
  readonly readMeaning: ReadMeaning
  readonly folders: PageFolders
  readonly shell: Pick<ShellPort, 'pickFolder' | 'pickSaveFile'>
  readonly projects: Pick<Projects, 'get' | 'canonical'>
}

/** A slower search is useless during typing. */
const LIMIT_MS = 10_000
/** The index may be busy; how far it has got is not worth a wait. */
const STANDING_MS = 2_000
/** A large PDF takes a while. */
const TAKE_MS = 90_000

/** Creates the handlers for knowledge pages. */
export function createKnowledgeHandlers(rooms: Rooms): Pick<Handlers, keyof typeof KNOWLEDGE_CALLS> {
  const { pages, reading, search, folders } = rooms
  return {
    'knowledge.list': ({ filter, ...place }) => reading.page(filter, place),
    'knowledge.search': ({ text, filter, ...place }) =>
      search.typed(text, filter, place, AbortSignal.timeout(LIMIT_MS)),
    'knowledge.meant': async ({ text, filter }) => {
      const limit = AbortSignal.timeout(LIMIT_MS)
      const { near } = await rooms.readMeaning(text, limit)
      return near === null ? [] : search.meant(near, filter, limit)
    },
    'knowledge.facets': () => reading.facets(),
    'knowledge.get': ({ id }) => reading.detail(id),
    'knowledge.set': async ({ id, scope, text }) => {
      await rooms.acquaint(AbortSignal.timeout(LIMIT_MS))
      if (id !== null) return pages.edit(id, text)
      if (scope.level === 'project') await rooms.projects.get(scope.id)
      return pages.add(scope, text)
    },
    'knowledge.bulk': async ({ ids, bulk }) => {
      if (bulk.act === 'tag') await rooms.acquaint(AbortSignal.timeout(LIMIT_MS))
      if (bulk.act === 'move' && bulk.to.level === 'project') await rooms.projects.get(bulk.to.id)
      return pages.bulk(ids, bulk)
    },
    'knowledge.undo': ({ changeId }) => pages.undo(changeId),
    'knowledge.restore': ({ id, version }) => pages.restore(id, version),
    'knowledge.take': ({ id }) => folders.takeFile(id, AbortSignal.timeout(TAKE_MS)),
    'knowledge.import': async ({ path, scope }) => {
      if (scope.level === 'project') await rooms.projects.get(scope.id)
      return folders.add(await rooms.projects.canonical(path), scope)
    },
    'knowledge.export': async ({ ids }, { windowId }) => {
      const [id, ...others] = ids
      if (id !== undefined && others.length === 0) {
        const detail = reading.detail(id)
        const path = await rooms.shell.pickSaveFile(windowId, pageFileName(detail.page.title))
        return path === null ? null : writePageFile(detail, path)
      }
      const folder = await rooms.shell.pickFolder(windowId)
      return folder === null ? null : writePageFiles(ids, reading.detail, folder)
    },
    'knowledge.work': async () => {
      const standing = await search.standing(AbortSignal.timeout(STANDING_MS)).catch(() => null)
      return { folders: folders.list(), behind: standing?.behind ?? null, indexed: standing?.indexed ?? null }
    },
    'knowledge.stop': ({ id }) => {
      folders.stop(id)
      return null
    },
    'knowledge.again': ({ id }) => {
      folders.again(id)
      return null
    },
    'knowledge.drop': ({ id }) => {
      folders.drop(id)
      return null
    },
  }
}
