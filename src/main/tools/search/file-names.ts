import { nameMatch } from '#shared/project/name-match.ts'
import { globTest } from './glob-pattern.ts'
import { listFiles, type SearchDeps } from './list-files.ts'

/** Maximum file names searched while the person types. */
const MOST_NAMES = 50_000
/** Lifetime of a cached list during typing, in milliseconds. */
const GOOD_FOR_MS = 10_000

type Listed = { readonly folder: string; readonly at: number; readonly names: Promise<readonly string[]> }

/** Finds files of a project by what is typed of their names, for the person to choose from. */
export function createFileNames(deps: SearchDeps, signal: AbortSignal) {
  let newest: Listed | null = null

  const namesIn = (folder: string): Promise<readonly string[]> => {
    const now = deps.clock.elapsed()
    if (newest !== null && newest.folder === folder && now - newest.at < GOOD_FOR_MS) return newest.names
    const listed: Listed = { folder, at: now, names: list(deps, folder, signal) }
    newest = listed
    // A failed list is requested again.
    listed.names.catch(() => {
      if (newest === listed) newest = null
    })
    return listed.names
  }

  return {
    /** The paths that fit best, relative to the folder, the best first and short ones before long ones. */
    find: async (folder: string, typed: string, limit: number): Promise<readonly string[]> => {
      const ranked = (await namesIn(folder)).flatMap((name) => {
        const rank = nameMatch(name, typed)
        return rank === null ? [] : [{ name, rank }]
      })
      return ranked
        .toSorted(byFit)
        .slice(0, limit)
        .map(({ name }) => name)
    },
    /** The folders that fit best, each with a slash at its end, in the same order as files. */
    findFolders: async (folder: string, typed: string, limit: number): Promise<readonly string[]> =>
      [...foldersAmong(await namesIn(folder))]
        .flatMap((name) => {
          const rank = nameMatch(name, typed)
          return rank === null ? [] : [{ name, rank }]
        })
        .toSorted(byFit)
        .slice(0, limit)
        .map(({ name }) => name),
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
