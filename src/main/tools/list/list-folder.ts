import type { Dirent } from 'node:fs'
import { lstat, opendir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import { sizeText } from '../files/file-kind.ts'
import { type Located, mustStillLead } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { explained } from '../files/stored-file.ts'
import { createReadFilter, type ReadFilter } from '../permission/read-filter.ts'
import type { SearchDeps } from '../search/list-files.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { searchedIn } from './searched-names.ts'

/** Maximum entries shown in total and per nested folder, and the maximum counted. */
const MOST_SHOWN = 500
const MOST_NESTED = 60
const MOST_COUNTED = 100_000

export type ListDeps = SearchDeps & { readonly flavour: PathFlavour }

/** `path` is what the model wrote; `depth` how many levels are shown. */
export type ListRequest = { readonly folder: Located; readonly path: string; readonly depth: number }

type Listing = {
  readonly root: string
  readonly deps: ListDeps
  readonly sight: ReadFilter
  readonly depth: number
  /** Whether `glob` and `grep` see something under a path relative to the folder; null where that is not known. */
  readonly isSearched: ((way: string) => boolean) | null
  readonly lines: string[]
  hasIgnored: boolean
}

/** Lists a folder: folders first, then files with their sizes, and marks what searches skip. */
export async function listFolder(
  { folder, path, depth }: ListRequest,
  deps: ListDeps,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { root } = context
  const isSearched = await searchedIn(deps, folder.absolute, depth, signal)
  const listing: Listing = {
    root,
    deps,
    depth,
    isSearched,
    lines: [],
    hasIgnored: false,
    sight: createReadFilter(context.judge, context.standing()[0]?.folders),
  }
  const entries = await addLevel(listing, folder, '', signal)
  await mustStillLead(root, path, folder, deps.flavour)
  const { lines } = listing
  if (entries === 0) lines.push('(the folder is empty)')
  if (listing.hasIgnored) lines.push('(ignored: `glob` and `grep` skip it)')
  return {
    text: [`${folder.shown}:`, ...lines].join('\n'),
    isError: false,
    details: { kind: 'list', path: folder.shown, entries },
  }
}

/** Adds the entries of one folder and, as deep as asked, of those in it. Returns how many entries this one has. */
async function addLevel(
  listing: Listing,
  folder: Located,
  way: string,
  signal: AbortSignal,
): Promise<number> {
  const level = way === '' ? 1 : way.split('/').length + 1
  const indent = '  '.repeat(level - 1)
  const entries = await visibleIn(listing, folder, signal)
  const room = Math.max(0, MOST_SHOWN - listing.lines.length)
  const shown = entries.slice(0, level === 1 ? room : Math.min(room, MOST_NESTED))
  for (const entry of shown) {
    const inside = way === '' ? entry.name : `${way}/${entry.name}`
    const ignored =
      entry.name !== '.git' && listing.isSearched?.(inside) === false && (await isFilled(folder, entry))
    listing.hasIgnored ||= ignored
    listing.lines.push(`${indent}${await lineOf(folder, entry)}${ignored ? '  (ignored)' : ''}`)
    if (!entry.isDirectory() || ignored || entry.name === '.git' || level >= listing.depth) continue
    const absolute = join(folder.absolute, entry.name)
    await addLevel(
      listing,
      { absolute, ...placeOf(listing.root, absolute, listing.deps.flavour) },
      inside,
      signal,
    )
  }
  const left = entries.length - shown.length
  if (left > 0) listing.lines.push(`${indent}(${left} more entries not shown)`)
  return entries.length
}

async function visibleIn(listing: Listing, folder: Located, signal: AbortSignal): Promise<Dirent[]> {
  const { sight, root, deps } = listing
  const entries = await entriesOf(folder, signal)
  return entries
    .filter(({ name }) => sight.mayName(placeOf(root, join(folder.absolute, name), deps.flavour)))
    .sort(foldersFirst)
}

async function entriesOf(folder: Located, signal: AbortSignal): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder.absolute)) {
      signal.throwIfAborted()
      entries.push(entry)
      if (entries.length === MOST_COUNTED) break
    }
  } catch (error) {
    throw explained(error, folder.shown)
  }
  return entries
}

function foldersFirst(left: Dirent, right: Dirent): number {
  const rank = Number(right.isDirectory()) - Number(left.isDirectory())
  return rank !== 0 ? rank : left.name.localeCompare(right.name, 'en', { numeric: true })
}

/** Whether there is something to ignore: no search sees an empty folder, a link or a device. */
async function isFilled(folder: Located, entry: Dirent): Promise<boolean> {
  if (!entry.isDirectory()) return entry.isFile()
  try {
    for await (const _ of await opendir(join(folder.absolute, entry.name))) return true
    return false
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return false
    throw error
  }
}

async function lineOf(folder: Located, entry: Dirent): Promise<string> {
  const absolute = join(folder.absolute, entry.name)
  if (entry.isDirectory()) return `${entry.name}/`
  try {
    if (entry.isSymbolicLink()) return `${entry.name} -> ${await readlink(absolute)}`
    return entry.isFile()
      ? `${entry.name}  ${sizeText((await lstat(absolute)).size)}`
      : `${entry.name} (special)`
  } catch (error) {
    // It may have gone since the folder was read; its name is still worth showing.
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM')) return entry.name
    throw error
  }
}
