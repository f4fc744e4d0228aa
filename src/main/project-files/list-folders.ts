import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { FolderEntries, FolderEntry } from '#shared/file/project-file.ts'
import { isErrno } from '../lib/errno.ts'
import { hiddenFrom } from '../tools/files/guarded-places.ts'
import { locatePath } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'
import { searchedIn } from '../tools/list/searched-names.ts'
import type { SearchDeps } from '../tools/search/list-files.ts'
import { placeIn } from './file-place.ts'

type Deps = SearchDeps & { readonly flavour: PathFlavour }

/** Entries of one folder, and levels of folders, that are listed. */
const MOST_ENTRIES = 5_000
const MOST_LEVELS = 40

/**
 * Lists folders of a project by their paths; null for one that is gone or no folder. Git's own folders and the app's are
 * left out. Nothing in the project runs.
 */
export async function listFolders(
  deps: Deps,
  root: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly (FolderEntries | null)[]> {
  const { flavour } = deps
  const top = await locatePath(root, '.', flavour)
  const [isHidden, isSearched] = await Promise.all([
    hiddenFrom(top, root, flavour),
    searchedIn(deps, top.absolute, MOST_LEVELS, signal),
  ])
  const lists: (FolderEntries | null)[] = []
  for (const path of paths) {
    const found = await entriesAt(deps, root, path, signal)
    const prefix = path === '.' ? '' : `${path}/`
    lists.push(
      found === null
        ? null
        : await listed(found.entries, found.folder, {
            isHidden,
            isSearched: (name) => isSearched === null || isSearched(`${prefix}${name}`),
          }),
    )
  }
  return lists
}

type Read = { readonly folder: string; readonly entries: readonly Dirent[] }

async function entriesAt(
  { flavour }: Deps,
  root: string,
  path: string,
  signal: AbortSignal,
): Promise<Read | null> {
  const entries: Dirent[] = []
  try {
    const { absolute } = await placeIn(root, path, flavour)
    for await (const entry of await opendir(absolute)) {
      signal.throwIfAborted()
      if (entry.name !== '.git') entries.push(entry)
    }
    return { folder: absolute, entries }
  } catch (error) {
    // A folder that became a link to another place is none of the project any more.
    if (error instanceof AppError || isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'))
      return null
    throw error
  }
}

type Sight = {
  readonly isHidden: (file: string) => boolean
  readonly isSearched: (name: string) => boolean
}

async function listed(
  entries: readonly Dirent[],
  folder: string,
  { isHidden, isSearched }: Sight,
): Promise<FolderEntries> {
  const seen = entries.filter(({ name }) => !isHidden(join(folder, name))).toSorted(foldersFirst)
  const shown: FolderEntry[] = []
  for (const entry of seen.slice(0, MOST_ENTRIES)) {
    const ignored = !isSearched(entry.name) && (await isFilled(folder, entry))
    shown.push({ name: entry.name, kind: kindOf(entry), ignored })
  }
  return { entries: shown, more: seen.length - shown.length }
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isFile() ? 'file' : 'other'
}

function foldersFirst(left: Dirent, right: Dirent): number {
  const rank = Number(right.isDirectory()) - Number(left.isDirectory())
  return rank !== 0 ? rank : left.name.localeCompare(right.name, 'en', { numeric: true })
}

/** Whether there is something to ignore: searches see no empty folder, link or device. */
async function isFilled(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isDirectory()) return entry.isFile()
  try {
    for await (const _ of await opendir(join(folder, entry.name))) return true
    return false
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return false
    throw error
  }
}
