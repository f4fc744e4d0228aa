import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import type { ChangedFile } from '../context/updates/file-updates.ts'
import { isErrno } from '../lib/errno.ts'
import { stampOf } from '../tools/files/stored-file.ts'
import type { FileStamp, ReadLedger } from '../tools/tool.ts'

/** No more files are looked at before a run, those read last first. */
const MOST_FILES = 40
/** A larger file counts as changed without a look into it. */
const LARGEST_BYTES = 2 * 1024 * 1024

/** A file that differs from what the model read of it. */
export type FoundChange = ChangedFile & {
  /** Canonical. */
  readonly absolute: string
  readonly mtimeMs: number
}

/** Finds the files of a ledger that are different on disk now. A file that cannot be seen is left out. */
export async function changedSince(ledger: Pick<ReadLedger, 'all'>, root: string): Promise<FoundChange[]> {
  const newest = ledger.all().slice(-MOST_FILES)
  const looked = await Promise.all(newest.map(([absolute, stamp]) => lookAt(absolute, stamp, root)))
  return looked.filter((found) => found !== null)
}

async function lookAt(absolute: string, stamp: FileStamp, root: string): Promise<FoundChange | null> {
  try {
    const { mtimeMs, size } = await stat(absolute)
    if (mtimeMs === stamp.mtimeMs && size === stamp.size) return null
    if (size <= LARGEST_BYTES && stampOf(await readFile(absolute), mtimeMs).sha256 === stamp.sha256)
      return null
    return { absolute, mtimeMs, path: shownIn(root, absolute), version: `${mtimeMs}-${size}` }
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}

/** A path as the model knows it. */
function shownIn(root: string, absolute: string): string {
  const inside = relative(root, absolute)
  return inside.startsWith('..') || isAbsolute(inside) ? absolute : inside.split(sep).join('/')
}
