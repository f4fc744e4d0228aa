import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../lib/errno.ts'

/** Folders with more matching files are not compared. */
const MOST_FILES = 20_000

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
  { filesIn }: Deps,
  root: string,
  test: (path: string) => boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const paths: string[] = []
  const take = (path: string) => {
    if (test(path)) paths.push(path)
    return paths.length <= MOST_FILES
  }
  const { complete } = await filesIn(root, take, signal)
  if (!complete) return null
  const hash = createHash('sha256')
  for (const path of paths.sort()) {
    signal.throwIfAborted()
    hash.update(`${path}\0${await stampOf(join(root, path))}\n`)
  }
  return hash.digest('hex')
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
