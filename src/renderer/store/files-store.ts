import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppErrorData } from '#shared/errors.ts'
import type { KeptText, OpenedFile } from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Formatting } from '#shared/problems/formatted.ts'
import { type Api, problemOf } from '../api.ts'

/** A file that is open in the viewer. */
export type ShownFile = {
  readonly path: string
  /** The file as it was read; null until it was. */
  readonly file: OpenedFile | null
  readonly problem: AppErrorData | null
  /** The unsaved text and the fingerprint it is based on; null when nothing is unsaved. */
  readonly unsaved: Omit<KeptText, 'path'> | null
  /** The disk's version after it changed under an unsaved text. `gone`: the file was deleted. */
  readonly onDisk: OpenedFile | 'gone' | null
  /** A request to take the focus, at a line or where the cursor was; null after it was met. */
  readonly place: { readonly line: number | null } | null
  /** The formatting of the last save; null after the next edit, and where nothing formats. */
  readonly formatting: Formatting | null
}

/** The open files of one project. */
export type ProjectFiles = {
  readonly open: readonly ShownFile[]
  readonly active: string | null
}

export const NO_FILES: ProjectFiles = { open: [], active: null }

export type FilesState = {
  readonly of: Readonly<Record<ProjectId, ProjectFiles>>
  /** Whether the list for going to a file is open. */
  readonly isGoing: boolean
  /** The list beside the file. */
  readonly side: 'tree' | 'open' | 'find'
  /** Whether the search in files is to take the focus. */
  readonly wantsFind: boolean
}

type Deps = {
  readonly api: Pick<Api, 'call'>
  readonly after: (ms: number, run: () => void) => () => void
  readonly report: (error: unknown) => void
}

export type FilesStore = ReturnType<typeof createFilesStore>

const KEEP_AFTER_MS = 400

/** Holds the files that the viewer shows, with the unsaved texts. Main stores these as they are typed. */
export function createFilesStore({ api, after, report }: Deps) {
  const store = createStore<FilesState>(() => ({ of: {}, isGoing: false, side: 'tree', wantsFind: false }))
  const waiting = new Map<string, () => void>()
  const restored = new Set<ProjectId>()

  const filesOf = (projectId: ProjectId): ProjectFiles => store.getState().of[projectId] ?? NO_FILES
  const one = (projectId: ProjectId, path: string): ShownFile | null =>
    filesOf(projectId).open.find((each) => each.path === path) ?? null
  const put = (projectId: ProjectId, next: Partial<ProjectFiles>) =>
    store.setState(({ of }) => ({ of: { ...of, [projectId]: { ...filesOf(projectId), ...next } } }))
  const change = (projectId: ProjectId, path: string, changes: Partial<ShownFile>) =>
    put(projectId, {
      open: filesOf(projectId).open.map((each) => (each.path === path ? { ...each, ...changes } : each)),
    })

  /** Sends the unsaved text of a file to main, or that there is none. */
  const keep = (projectId: ProjectId, path: string): void => {
    waiting.get(keyOf(projectId, path))?.()
    waiting.delete(keyOf(projectId, path))
    const kept = one(projectId, path)?.unsaved ?? null
    api.call('file.keep', { projectId, path, kept }).catch(report)
  }

  const load = async (projectId: ProjectId, path: string): Promise<void> => {
    try {
      const file = await api.call('file.open', { projectId, path })
      const now = one(projectId, path)
      if (now === null) return
      const isOther = now.unsaved !== null && (file.kind !== 'text' || file.sha256 !== now.unsaved.base)
      change(projectId, path, { file, problem: null, onDisk: isOther ? file : null })
    } catch (error) {
      const now = one(projectId, path)
      const isGone = now?.unsaved !== null && now?.unsaved !== undefined
      change(projectId, path, isGone ? { onDisk: 'gone' } : { problem: problemOf(error) })
    }
  }

  const reads = createReads({ api, filesOf, change, load })
  const saves = createSaves({ api, one, change, keep })

  return {
    store: store as Pick<StoreApi<FilesState>, 'getState' | 'getInitialState' | 'subscribe'>,
    filesOf,
    /** Opens a file at a line and shows it. */
    show: (projectId: ProjectId, path: string, line: number | null = null): Promise<void> => {
      const { open } = filesOf(projectId)
      const isOpen = open.some((each) => each.path === path)
      put(projectId, { open: isOpen ? open : [...open, newFile(path, null)], active: path })
      change(projectId, path, { place: { line } })
      return isOpen ? reads.check(projectId) : load(projectId, path)
    },
    /** Notes that the editor has shown the place. */
    placed: (projectId: ProjectId, path: string): void => change(projectId, path, { place: null }),
    load,
    /** Reads the unsaved texts of a project once, and opens their files. */
    restore: async (projectId: ProjectId): Promise<void> => {
      if (restored.has(projectId)) return
      restored.add(projectId)
      const kept = await api.call('file.kept', { projectId })
      const { open, active } = filesOf(projectId)
      const fresh = kept.filter(({ path }) => !open.some((each) => each.path === path))
      put(projectId, {
        open: [...open, ...fresh.map(({ path, ...unsaved }) => newFile(path, unsaved))],
        active: active ?? fresh[0]?.path ?? null,
      })
      for (const { path } of fresh) await load(projectId, path)
    },
    /** Notes what the person typed. */
    edit: (projectId: ProjectId, path: string, text: string): void => {
      const now = one(projectId, path)
      if (now === null || now.file?.kind !== 'text') return
      const isSame = now.onDisk === null && text === now.file.text
      const base = now.unsaved === null ? now.file.sha256 : now.unsaved.base
      change(projectId, path, { unsaved: isSame ? null : { text, base }, ...(isSame ? {} : NOT_FORMATTED) })
      const key = keyOf(projectId, path)
      waiting.get(key)?.()
      waiting.set(
        key,
        after(KEEP_AFTER_MS, () => keep(projectId, path)),
      )
    },
    ...saves,
    check: reads.check,
    /** Reads the open files of a project again: the person has trusted it, or not any more. */
    reload: async (projectId: ProjectId): Promise<void> => {
      for (const { path } of filesOf(projectId).open) await load(projectId, path)
    },
    /** Looks at the open files of every project again. */
    checkAll: async (): Promise<void> => {
      for (const id of Object.keys(store.getState().of)) await reads.check(id as ProjectId)
    },
    ...createClosing({ one, filesOf, put, keep }),
    goTo: (isGoing: boolean): void => store.setState({ isGoing }),
    setSide: (side: FilesState['side']): void => store.setState({ side }),
    /** Asks the search in files to take the focus, or notes that it has. */
    find: (wantsFind: boolean): void =>
      store.setState(wantsFind ? { wantsFind, side: 'find' } : { wantsFind }),
    /** Sends everything unsaved to main now: the window goes. */
    keepAll: (): void => {
      for (const [id, { open }] of Object.entries(store.getState().of))
        for (const { path } of open) if (waiting.has(keyOf(id, path))) keep(id as ProjectId, path)
    },
  }
}

const keyOf = (projectId: string, path: string): string => `${projectId}:${path}`

const NOT_FORMATTED = { formatting: null } as const

const newFile = (path: string, unsaved: ShownFile['unsaved']): ShownFile => ({
  path,
  unsaved,
  file: null,
  problem: null,
  onDisk: null,
  place: null,
  formatting: null,
})

type Change = (projectId: ProjectId, path: string, changes: Partial<ShownFile>) => void

type Reads = {
  readonly api: Deps['api']
  readonly filesOf: (projectId: ProjectId) => ProjectFiles
  readonly change: Change
  readonly load: (projectId: ProjectId, path: string) => Promise<void>
}

/** Files of one call. */
const MOST_STAMPS = 50

/** Creates the look at the disk: files that changed there are read again. */
function createReads({ api, filesOf, load }: Reads) {
  return {
    check: async (projectId: ProjectId): Promise<void> => {
      const open = filesOf(projectId).open.filter(({ file }) => file?.kind === 'text')
      for (let at = 0; at < open.length; at += MOST_STAMPS) {
        const some = open.slice(at, at + MOST_STAMPS)
        const paths = some.map(({ path }) => path)
        const stamps = await api.call('file.stamps', { projectId, paths })
        for (const [index, each] of some.entries()) {
          const known = each.onDisk === null ? each.file : each.onDisk
          const seen = known === 'gone' || known?.kind !== 'text' ? null : known.sha256
          const isBack = each.problem !== null && stamps[index] !== null
          if (stamps[index] !== seen || isBack) await load(projectId, each.path)
        }
      }
    },
  }
}

type Saves = {
  readonly api: Deps['api']
  readonly one: (projectId: ProjectId, path: string) => ShownFile | null
  readonly change: Change
  readonly keep: (projectId: ProjectId, path: string) => void
}

/** Creates the ways to save a file, and to decide between two versions of it. */
function createSaves({ api, one, change, keep }: Saves) {
  /** Saves a file. Resolves to false when the disk holds something else; both are shown then. */
  async function save(projectId: ProjectId, path: string): Promise<boolean> {
    const unsaved = one(projectId, path)?.unsaved ?? null
    if (unsaved === null) return true
    const answer = await api.call('file.save', { projectId, path, ...unsaved })
    if (!answer.saved) {
      change(projectId, path, { onDisk: answer.now ?? 'gone' })
      return false
    }
    const { file, formatting = null } = answer
    const now = one(projectId, path)?.unsaved ?? null
    // The person may have typed while it was saved.
    const isDone = now === null || now.text === unsaved.text
    const rest = isDone ? null : { text: now.text, base: file.sha256 }
    change(projectId, path, { file, unsaved: rest, onDisk: null, problem: null, formatting })
    keep(projectId, path)
    return true
  }
  return {
    save,
    /** Saves the person's text over the version on the disk. */
    saveMine: async (projectId: ProjectId, path: string): Promise<boolean> => {
      const now = one(projectId, path)
      if (now === null || now.unsaved === null) return true
      const { onDisk } = now
      const base = onDisk === 'gone' || onDisk?.kind !== 'text' ? null : onDisk.sha256
      change(projectId, path, { unsaved: { ...now.unsaved, base } })
      return save(projectId, path)
    },
    /** Shows the version on the disk instead of the person's text, which is returned for undo. */
    takeDisk: (projectId: ProjectId, path: string): ShownFile | null => {
      const before = one(projectId, path)
      if (before === null || before.onDisk === null || before.onDisk === 'gone') return null
      change(projectId, path, { file: before.onDisk, unsaved: null, onDisk: null })
      keep(projectId, path)
      return before
    },
  }
}

type Closing = Pick<Saves, 'one' | 'keep'> &
  Pick<Reads, 'filesOf'> & {
    readonly put: (projectId: ProjectId, next: Partial<ProjectFiles>) => void
  }

/** Creates the ways to close a file and to have it back. */
function createClosing({ one, filesOf, put, keep }: Closing) {
  return {
    /** Closes a file. An unsaved text is forgotten, and returned for undo. */
    close: (projectId: ProjectId, path: string): ShownFile | null => {
      const gone = one(projectId, path)
      const { open, active } = filesOf(projectId)
      const at = open.findIndex((each) => each.path === path)
      const rest = open.filter((each) => each.path !== path)
      put(projectId, {
        open: rest,
        active: active === path ? (rest[Math.max(0, at - 1)]?.path ?? null) : active,
      })
      if (gone?.unsaved != null) keep(projectId, path)
      return gone
    },
    /** Opens a closed file again, with its unsaved text. */
    reopen: (projectId: ProjectId, file: ShownFile): void => {
      const { open } = filesOf(projectId)
      put(projectId, {
        open: [...open.filter(({ path }) => path !== file.path), file],
        active: file.path,
      })
      keep(projectId, file.path)
    },
  }
}
