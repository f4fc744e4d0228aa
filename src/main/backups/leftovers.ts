import { createHash } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Leftover } from '#shared/home/home-data.ts'
import type { HomePaths } from '../config/paths.ts'
import { isErrno } from '../lib/errno.ts'
import { backupFolders } from './backup-folders.ts'
import { listTree } from './copy-tree.ts'

type Deps = {
  readonly paths: Pick<HomePaths, 'home' | 'backupFolders'>
  /** The number of this process. */
  readonly pid: number
  /** Whether this process makes a copy now. */
  readonly isWorking: () => boolean
  /** Whether a process with this number runs. */
  readonly isAlive: (pid: number) => boolean
  readonly now: () => number
}

/** After this time without a change, a draft is dead although some process has the number of its writer. */
const QUIET_MS = 60 * 60_000
const DRAFT = /^\.orrery-(backup|chats)-(\d{1,10})-\d{1,16}\.part$/

/**
 * Creates the search for unfinished copies: drafts of backups and exports in the folders that were used for them, and
 * drafts of restored homes beside the home.
 */
export function createLeftovers({ paths, pid, isWorking, isAlive, now }: Deps) {
  const list = async (signal: AbortSignal): Promise<readonly Leftover[]> => {
    const folders = await backupFolders(paths.backupFolders)
    const drafts = await Promise.all([
      ...folders.map((folder) => draftsIn(folder, copyDraft)),
      draftsIn(dirname(paths.home), (name) => restoreDraft(name, basename(paths.home))),
    ])
    return Promise.all(
      drafts.flat().map(async ({ path, kind, writer }) => {
        const entries = await listTree(path, path, { follow: false, signal })
        const quiet = now() - entries.reduce((newest, each) => Math.max(newest, each.changedAt), 0)
        const isWritten = writer === pid ? isWorking() : isAlive(writer) && quiet < QUIET_MS
        return {
          id: createHash('sha256').update(path).digest('hex').slice(0, 16),
          path,
          kind,
          bytes: entries.reduce((sum, each) => sum + each.bytes, 0),
          writer: isWritten ? writer : null,
        }
      }),
    )
  }
  return {
    list,
    /** Returns one that nothing writes any more; null when it is gone or written. */
    find: async (id: string, signal: AbortSignal): Promise<Leftover | null> =>
      (await list(signal)).find((each) => each.id === id && each.writer === null) ?? null,
    /** Removes the folder of a draft. Links in it are removed and not followed. */
    remove: ({ path }: Leftover): Promise<void> => rm(path, { recursive: true, force: true }),
  }
}

export type Leftovers = ReturnType<typeof createLeftovers>

type Draft = { readonly kind: Leftover['kind']; readonly writer: number }

function copyDraft(name: string): Draft | null {
  const found = DRAFT.exec(name)
  return found === null
    ? null
    : { kind: found[1] === 'backup' ? 'backup' : 'export', writer: Number(found[2]) }
}

function restoreDraft(name: string, home: string): Draft | null {
  const stem = `${home}.restoring-`
  const number = name.startsWith(stem) ? name.slice(stem.length) : ''
  return /^\d{1,10}$/.test(number) ? { kind: 'restore', writer: Number(number) } : null
}

async function draftsIn(folder: string, draftOf: (name: string) => Draft | null) {
  const found: (Draft & { readonly path: string })[] = []
  try {
    for (const name of await readdir(folder)) {
      const draft = draftOf(name)
      const path = join(folder, name)
      if (draft !== null && (await lstat(path)).isDirectory()) {
        found.push({ path, kind: draft.kind, writer: draft.writer })
      }
    }
  } catch (error) {
    // A disk that is not connected holds nothing to remove.
    if (!isErrno(error)) throw error
  }
  return found
}
