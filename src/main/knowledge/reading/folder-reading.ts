import type { PageFolderId } from '#shared/ids.ts'
import type { PageFolder, RefusedFile } from '#shared/knowledge/folder.ts'
import type { Logger } from '../../lib/logger.ts'
import type { KeptFolder } from './folder-rows.ts'
import type { Scan } from './scan-folder.ts'
import { type SyncDeps, syncFolder } from './sync-folder.ts'

export type FolderReadingDeps = SyncDeps & {
  readonly scan: (path: string, signal: AbortSignal) => Promise<Scan | null>
  readonly watch: (folders: readonly string[], changed: () => void) => () => void
  readonly logger: Logger
  /** Told when anything about the work is another. */
  readonly told: () => void
}

/** The current work on a folder. */
type Work = Pick<PageFolder, 'state' | 'done' | 'total'> & {
  readonly refused: readonly RefusedFile[]
  readonly stop: AbortController | null
  readonly unwatch: () => void
}

const IDLE: Work = { state: 'waiting', done: 0, total: 0, refused: [], stop: null, unwatch: () => {} }
/** Between two words about progress. */
const TELL_EVERY = 16

/** Reads folders one at a time, and each of them again when something in it changes. */
export function createFolderReading(deps: FolderReadingDeps) {
  const works = new Map<PageFolderId, Work>()
  let line: Promise<void> = Promise.resolve()
  let closed = false

  const workOf = (id: PageFolderId): Work => works.get(id) ?? IDLE
  const set = (id: PageFolderId, part: Partial<Work>) => {
    works.set(id, { ...workOf(id), ...part })
    deps.told()
  }
  const halt = (id: PageFolderId) => {
    const { stop, unwatch } = workOf(id)
    stop?.abort(new DOMException('The folder is no longer read.', 'AbortError'))
    unwatch()
  }
  const start = (folder: KeptFolder) => {
    if (closed) return
    const { id } = folder
    halt(id)
    const stop = new AbortController()
    set(id, { ...IDLE, refused: workOf(id).refused, stop })
    line = line.then(async () => {
      if (stop.signal.aborted) return
      try {
        await readOnce(
          deps,
          folder,
          { set: (part) => set(id, part), changed: () => start(folder) },
          stop.signal,
        )
      } catch (error) {
        if (stop.signal.aborted) return
        deps.logger.error('A folder of pages could not be read', error)
        set(id, { state: 'missing' })
      }
    })
  }
  return {
    start,
    halt,
    workOf,
    stopped: (id: PageFolderId) => set(id, { state: 'stopped', stop: null, unwatch: () => {} }),
    forget: (id: PageFolderId) => {
      works.delete(id)
      deps.told()
    },
    idle: (): Promise<void> => line,
    close: async (): Promise<void> => {
      closed = true
      for (const id of works.keys()) halt(id)
      await line
    },
  }
}

type Ears = { readonly set: (part: Partial<Work>) => void; readonly changed: () => void }

async function readOnce(
  deps: FolderReadingDeps,
  folder: KeptFolder,
  { set, changed }: Ears,
  signal: AbortSignal,
): Promise<void> {
  const refused: RefusedFile[] = []
  set({ state: 'reading', done: 0, total: 0, refused })
  const scan = await deps.scan(folder.path, signal)
  signal.throwIfAborted()
  const before = [...deps.rows.files(folder.id).values()].filter(({ there }) => there).length
  // An empty place where much was is a drive that is not there: nothing is taken away for that.
  if (scan === null || (scan.files.length === 0 && before > 0))
    return set({ state: 'missing', refused: scan?.refused ?? [] })
  // Watched before it is read, so that nothing changes unseen in between.
  set({ unwatch: deps.watch(scan.folders, changed), total: scan.files.length })
  const report = {
    refused: (file: RefusedFile) => void refused.push(file),
    progress: (done: number, total: number) => {
      if (done % TELL_EVERY === 0 || done === total) set({ done, total })
    },
  }
  await syncFolder(deps, folder, scan, report, signal)
  const isGone = refused.length > scan.refused.length && (await deps.scan(folder.path, signal)) === null
  set({ state: isGone ? 'missing' : 'following', refused: isGone ? [] : refused })
}
