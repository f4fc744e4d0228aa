import { keepNewest } from '#shared/keep-newest.ts'
import { nameMatch } from '#shared/project/name-match.ts'
import { globTest } from './glob-pattern.ts'
import { listFiles, type SearchDeps } from './list-files.ts'

/** Maximum file names searched while the person types. */
const MOST_NAMES = 50_000
/** Lifetime of a cached list during typing, in milliseconds. */
const GOOD_FOR_MS = 10_000

type Listed = { readonly at: number; readonly names: Promise<readonly string[]> }

/** A project and the extra folders of a chat. */
export type NamedFolders = { readonly root: string; readonly extra: readonly string[] }

/** More than a chat has. */
const MOST_LISTS = 24

/** Finds files of a project by what is typed of their names, for the person to choose from. */
export function createFileNames(deps: SearchDeps, signal: AbortSignal) {
  const lists = new Map<string, Listed>()

  const namesIn = (folder: string): Promise<readonly string[]> => {
    const now = deps.clock.elapsed()
    const before = lists.get(folder)
    if (before !== undefined && now - before.at < GOOD_FOR_MS) return before.names
    const listed: Listed = { at: now, names: list(deps, folder, signal) }
    keepNewest(lists, folder, listed, MOST_LISTS)
    // A failed list is requested again.
    listed.names.catch(() => {
      if (lists.get(folder) === listed) lists.delete(folder)
    })
    return listed.names
  }

  /** The names of the project, then those of each extra folder, which are shown as whole paths. */
  const allNames = async ({ root, extra }: NamedFolders): Promise<readonly NamesIn[]> => {
    const others = extra.map(async (folder): Promise<NamesIn> => {
      // One that cannot be listed has none.
      const names = await namesIn(folder).catch((): readonly string[] => [])
      return { names, start: `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/` }
    })
    return [{ names: await namesIn(root), start: '' }, ...(await Promise.all(others))]
  }

  return {
    /** The paths that fit best, relative to the project, the best first and short ones before long ones. */
    find: async (folders: NamedFolders, typed: string, limit: number): Promise<readonly string[]> =>
      bestOf(await allNames(folders), typed, limit),
    /** The folders that fit best, each with a slash at its end, in the same order as files. */
    findFolders: async (folders: NamedFolders, typed: string, limit: number): Promise<readonly string[]> => {
      const lists = await allNames(folders)
      const inner = lists.map(({ names, start }) => ({ names: [...foldersAmong(names)], start }))
      return bestOf(inner, typed, limit)
    },
    /**
     * Returns the paths or patterns without a matching file or folder, and the existing ones for suggestions.
     */
    unmatched: async (folder: string, paths: readonly string[]): Promise<Unmatched> => {
      const names = await namesIn(folder)
      // An incomplete list may lack any file.
      if (names.length >= MOST_NAMES) return { unmatched: [], places: [] }
      const places = placesAmong(names)
      return { unmatched: paths.filter((path) => !fits(path, places)), places: [...places] }
    },
  }
}

type Unmatched = { readonly unmatched: readonly string[]; readonly places: readonly string[] }

export type FileNames = ReturnType<typeof createFileNames>

/** Names in one folder, and the prefix before them. */
type NamesIn = { readonly names: readonly string[]; readonly start: string }

function bestOf(lists: readonly NamesIn[], typed: string, limit: number): readonly string[] {
  return lists
    .flatMap(({ names, start }) =>
      names.flatMap((name) => {
        // The way to an extra folder counts only where it is typed.
        const isWhole = start !== '' && typed.startsWith('/')
        const rank = nameMatch(isWhole ? start + name : name, typed)
        return rank === null ? [] : [{ name: start + name, rank }]
      }),
    )
    .toSorted(byFit)
    .slice(0, limit)
    .map(({ name }) => name)
}

type Ranked = { readonly name: string; readonly rank: number }

function byFit(one: Ranked, other: Ranked): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  if (one.name.length !== other.name.length) return one.name.length - other.name.length
  return one.name < other.name ? -1 : 1
}

async function list(deps: SearchDeps, folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const names: string[] = []
  const take = (name: string): boolean => names.push(name) < MOST_NAMES
  await listFiles(deps, folder, take, AbortSignal.any([signal, AbortSignal.timeout(deps.timeLimitMs)]))
  return names
}

/** Every folder above a file, with a slash at its end. */
function foldersAmong(names: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const name of names) {
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1))
      folders.add(name.slice(0, at + 1))
  }
  return folders
}

/** Every file, and every folder above one. */
function placesAmong(names: readonly string[]): ReadonlySet<string> {
  const places = new Set<string>()
  for (const name of names) {
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) places.add(name.slice(0, at))
    places.add(name)
  }
  return places
}

function fits(typed: string, places: ReadonlySet<string>): boolean {
  const path = typed
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
  if (path === '' || path === '.' || places.has(path)) return true
  if (!/[*?[{]/.test(path)) return false
  const test = testOrNull(path)
  return test !== null && [...places].some(test)
}

/** A pattern that means nothing fits nothing. */
function testOrNull(pattern: string): ((path: string) => boolean) | null {
  try {
    return globTest(pattern)
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
