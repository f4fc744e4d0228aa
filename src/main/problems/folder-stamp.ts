import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../lib/errno.ts'

/** Folders with more matching files are not compared. */
const MOST_FILES = 20_000
/** Files that are looked at together. */
const AT_ONCE = 64

type Deps = {
  /** Names the files under a folder until `take` returns false. Returns whether all were named. */
  readonly filesIn: (
    folder: string,
    take: (path: string) => boolean,
    signal: AbortSignal,
  ) => Promise<{ readonly complete: boolean }>
}

/** Returns a text that changes with the matching files of a folder; null where that cannot be found out. */
export async function folderStamp(
  deps: Deps,
  root: string,
  test: (path: string) => boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const stamps = await fileStamps(deps, root, test, signal)
  if (stamps === null) return null
  const hash = createHash('sha256')
  for (const [path, stamp] of stamps) hash.update(`${path}\0${stamp}\n`)
  return hash.digest('hex')
}

/** Returns a text for each matching file of a folder that changes with it; null where that cannot be found out. */
export async function fileStamps(
  { filesIn }: Deps,
  root: string,
  test: (path: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | null> {
  const paths: string[] = []
  const take = (path: string) => {
    if (test(path)) paths.push(path)
    return paths.length <= MOST_FILES
  }
  const { complete } = await filesIn(root, take, signal)
  if (!complete) return null
  paths.sort()
  const stamps = new Map<string, string>()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const some = paths.slice(at, at + AT_ONCE)
    const found = await Promise.all(some.map((path) => stampOf(join(root, path))))
    for (const [index, path] of some.entries()) stamps.set(path, found[index] ?? '')
  }
  return stamps
}

async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    if (isErrno(error)) return 'gone'
    throw error
  }
}
