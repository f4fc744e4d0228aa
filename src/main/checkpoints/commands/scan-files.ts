import { lstat as lstatThen, type Stats } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isErrno } from '../../lib/errno.ts'
import type { SeenFile, SeenFiles } from './seen-files.ts'

/** Names the files of a folder that count, relative to it with `/`, until `take` returns false. */
export type FilesIn = (
  folder: string,
  take: (path: string) => boolean,
  signal: AbortSignal,
) => Promise<{ readonly complete: boolean }>

/** Limits of one scan. */
export type LookLimits = { readonly files: number; readonly ms: number }

/** The result of a scan, or the reason it was skipped. */
export type Look =
  | { readonly looked: true; readonly files: SeenFiles }
  | { readonly looked: false; readonly because: 'too_many' | 'too_slow' | 'failed' }

/** Half the price of the one that `node:fs/promises` has, and it is asked about every file. */
const lstat = promisify(lstatThen)

/** Files asked about at once: enough to keep the disk busy, few enough to leave the loop to others. */
const AT_ONCE = 128

/** Looks at the files of a folder from outside. It rejects only when it is stopped. */
export async function scanFiles(
  filesIn: FilesIn,
  folder: string,
  limits: LookLimits,
  signal: AbortSignal,
): Promise<Look> {
  const late = AbortSignal.timeout(limits.ms)
  try {
    return await lookWithin(filesIn, folder, limits.files, AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return { looked: false, because: 'too_slow' }
    throw error
  }
}

async function lookWithin(
  filesIn: FilesIn,
  folder: string,
  most: number,
  signal: AbortSignal,
): Promise<Look> {
  const paths: string[] = []
  const take = (path: string) => {
    paths.push(path)
    return paths.length <= most
  }
  const { complete } = await filesIn(folder, take, signal)
  if (paths.length > most) return { looked: false, because: 'too_many' }
  if (!complete) return { looked: false, because: 'failed' }
  const files = new Map<string, SeenFile>()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const part = paths.slice(at, at + AT_ONCE)
    const seen = await Promise.all(part.map((path) => seeFile(join(folder, path))))
    for (const [index, path] of part.entries()) {
      const file = seen[index]
      if (file !== null && file !== undefined) files.set(path, file)
    }
  }
  return { looked: true, files }
}

/** One file from outside; null for what is no file. */
export async function seeFile(path: string): Promise<SeenFile | null> {
  try {
    return seenIn(await lstat(path))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG')) return null
    throw error
  }
}

function seenIn(stat: Stats): SeenFile | null {
  if (!stat.isFile()) return null
  const { size, mtimeMs, ino, mode, birthtimeMs } = stat
  return { size, mtimeMs, ino, mode: mode & 0o7777, bornMs: birthtimeMs }
}
