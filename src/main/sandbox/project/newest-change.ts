import { lstat, readdir } from 'node:fs/promises'
import { isErrno } from '../../lib/errno.ts'
import { unlessMissing } from '../unless-missing.ts'

/** More entries than this are not compared one by one. */
const MOST_ENTRIES = 2_000
/** The system does not look at longer paths, in bytes. */
const LONGEST = 4_000

/**
 * Whether a file, or anything in a folder, changed since a moment, in epoch milliseconds. Reads the time that the system
 * notes for each change: a program cannot set it. True where a folder is too large, closed or nested too deep.
 */
export async function changedSince(path: string | Buffer, since: number): Promise<boolean> {
  const places = [Buffer.from(path)]
  for (const place of places) {
    if (place.length > LONGEST) return true
    const found = await unlessMissing(lstat(place))
    if (found === null) continue
    if (found.ctimeMs >= since) return true
    if (!found.isDirectory()) continue
    const names = await namesIn(place)
    if (names === null || places.length + names.length > MOST_ENTRIES) return true
    places.push(...names.map((name) => Buffer.concat([place, Buffer.from('/'), name])))
  }
  return false
}

async function namesIn(folder: Buffer): Promise<Buffer[] | null> {
  try {
    return await readdir(folder, { encoding: 'buffer' })
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM')) return null
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}
