import { listFiles, type SearchDeps } from '../search/list-files.ts'

/** A folder with more files is not looked through to its end, in files and in milliseconds. */
const MOST_FILES = 200_000
const MOST_MS = 2_000

/**
 * Returns the entries of a folder that searches include, down to `depth` levels: files, and folders with at
 * least one such file. Null on a timeout, or when ripgrep, which reads `.gitignore`, does not work.
 */
export async function searchedIn(
  deps: SearchDeps,
  folder: string,
  depth: number,
  signal: AbortSignal,
): Promise<((way: string) => boolean) | null> {
  if (!(await deps.ripgrep.working())) return null
  const seen = new Set<string>()
  let left = MOST_FILES
  const take = (file: string): boolean => {
    const segments = file.split('/')
    for (let level = 1; level <= Math.min(depth, segments.length); level += 1) {
      seen.add(segments.slice(0, level).join('/'))
    }
    left -= 1
    return left > 0
  }
  const late = AbortSignal.timeout(MOST_MS)
  try {
    const { complete } = await listFiles(deps, folder, take, AbortSignal.any([signal, late]))
    return complete ? (way) => seen.has(way) : null
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return null
    throw error
  }
}
