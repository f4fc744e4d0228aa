import { AppError } from '#shared/errors.ts'
import type { DirectoryListing, DirectorySummary } from '#shared/project/directory.ts'
import type { Git } from '../git/start-git.ts'
import { byName, describeEntries, type EntryDeps, foldersAmong } from './folder-entries.ts'
import { folderProblem, loop, notFolder, notFound, notWhole, tooSlow } from './folder-problem.ts'
import { emptySummary, summaryOf } from './folder-summary.ts'
import { branchesOf } from './git-branches.ts'
import { nearestName } from './nearest-name.ts'
import { LATE, within } from './within.ts'

const LIST_LIMIT_MS = 10_000
const MOST_COMPLETIONS = 50

type Deps = EntryDeps & { readonly home: string; readonly git: Pick<Git, 'look'> }

export type ListRequest = {
  readonly path: string
  readonly showHidden: boolean
  readonly offset: number
  readonly limit: number
}

/** Looks at folders for the person who chooses one. It lists folders only and opens no file but two. */
export type DirectoryBrowser = ReturnType<typeof createDirectoryBrowser>

export function createDirectoryBrowser(deps: Deps) {
  const { rules, home, clock } = deps

  const wholePath = (typed: string): string => {
    const path = rules.absolute(typed, home)
    if (path === null) throw notWhole(rules.platform)
    return path
  }

  /** Bounds the work and says in a sentence what went wrong with the folder. */
  const at = async <T>(path: string, work: Promise<T>, signal: AbortSignal): Promise<T> => {
    const shown = rules.display(path, home)
    const done = await within(clock, LIST_LIMIT_MS, work, signal).catch((error: unknown) => {
      throw folderProblem(error, shown)
    })
    if (done === LATE) throw tooSlow(shown)
    return done
  }

  return {
    /** Returns the start folders: home, then the roots of this machine. */
    roots: (signal: AbortSignal) => rootsOf(deps, signal),
    list: async (request: ListRequest, signal: AbortSignal): Promise<DirectoryListing> => {
      const path = wholePath(request.path)
      const real = await at(path, realFolder(path, deps), signal).catch((error: unknown) =>
        suggest(error, path, deps),
      )
      return at(path, listFolder({ ...request, path }, real, deps, signal), signal)
    },
    describe: async (typed: string, signal: AbortSignal): Promise<DirectorySummary> => {
      const path = rules.absolute(typed, home) ?? typed
      try {
        const real = await at(wholePath(typed), realFolder(path, deps), signal)
        return await at(path, summaryOf(path, real, deps, signal), signal)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const problem = await suggest(error, path, deps).catch((better: unknown) => better)
        return { ...emptySummary(path, deps), problem: (problem as AppError).toData() }
      }
    },
    /** The branches of the repository a folder is in. */
    branches: (folder: string, signal: AbortSignal) => at(folder, branchesOf(folder, deps, signal), signal),
    /** Folders that continue what was typed. Nothing when it leads nowhere. */
    complete: async (text: string, signal: AbortSignal): Promise<readonly string[]> => {
      const open = text.endsWith('/') || text.endsWith(rules.separator) || text.trim() === '~'
      const path = rules.absolute(text, home)
      if (path === null) return []
      const folder = open ? path : rules.parentOf(path)
      if (folder === null) return []
      return at(folder, completions(folder, open ? '' : rules.nameOf(path), deps, signal), signal).catch(
        (error: unknown) => {
          if (error instanceof AppError) return []
          throw error
        },
      )
    },
  }
}

/** The folder's true path. A link that leads into itself by way of the path is refused: it would never end. */
async function realFolder(path: string, { reader, rules, home }: Deps): Promise<string> {
  const real = rules.normal(await reader.real(path))
  const shown = rules.display(path, home)
  if (!(await reader.look(real)).folder) throw notFolder(shown)
  if (rules.key(real) === rules.key(path)) return real
  let above = rules.parentOf(path)
  for (; above !== null; above = rules.parentOf(above)) {
    if (rules.key(rules.normal(await reader.real(above))) === rules.key(real)) throw loop(shown)
  }
  return real
}

async function listFolder(
  { path, showHidden, offset, limit }: ListRequest,
  real: string,
  deps: Deps,
  signal: AbortSignal,
): Promise<DirectoryListing> {
  const { rules } = deps
  const items = await deps.reader.items(path)
  const visible = items.filter((item) => showHidden || !rules.isHidden(item.name))
  const folders = await foldersAmong(path, visible, deps, signal)
  const page = folders.slice(offset, offset + limit)
  const end = offset + page.length
  return {
    path,
    parent: rules.parentOf(path),
    crumbs: rules.crumbs(path),
    entries: await describeEntries({ path, real, showHidden }, page, deps, signal),
    total: folders.length,
    nextOffset: end < folders.length ? end : null,
  }
}

async function completions(
  folder: string,
  start: string,
  deps: Deps,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { rules } = deps
  const wanted = start.toLowerCase()
  const items = (await deps.reader.items(folder)).filter(
    ({ name }) =>
      name.toLowerCase().startsWith(wanted) &&
      (start.startsWith('.') || !rules.isHidden(name) || wanted === name.toLowerCase()),
  )
  const folders = await foldersAmong(folder, items, deps, signal)
  // Exact matches come first.
  const exact = (name: string) => Number(!name.startsWith(start))
  return folders
    .map((item) => item.name)
    .sort((a, b) => exact(a) - exact(b) || byName(a, b))
    .slice(0, MOST_COMPLETIONS)
    .map((name) => rules.join(folder, name))
}

/** Names the folder a person may have meant. Always throws. */
async function suggest(error: unknown, path: string, { reader, rules, home, clock }: Deps): Promise<never> {
  const parent = rules.parentOf(path)
  if (!(error instanceof AppError) || error.code !== 'project.not_found' || parent === null) throw error
  const items = reader.items(parent).catch(() => [])
  const found = await within(clock, 1_000, items, new AbortController().signal)
  const names = found === LATE ? [] : found.filter(({ kind }) => kind !== 'file').map(({ name }) => name)
  const near = nearestName(rules.nameOf(path), names)
  if (near === null) throw error
  throw notFound(rules.display(path, home), rules.display(rules.join(parent, near), home))
}

async function rootsOf({ rules, reader, home, clock }: Deps, signal: AbortSignal) {
  const start = { name: rules.nameOf(home), path: home }
  if (rules.platform !== 'win32') return [start, { name: '/', path: '/' }]
  const drives = Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(65 + index)}:\\`)
  const there = await Promise.all(
    drives.map(async (path) => {
      const look = reader.look(path).catch(() => null)
      const found = await within(clock, 1_000, look, signal)
      return found !== LATE && found !== null
    }),
  )
  const found = drives.filter((_drive, index) => there[index])
  return [start, ...found.map((path) => ({ name: path.slice(0, 2), path }))]
}
