import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { isErrno } from './errno.ts'

/** The bytes of a small file. `null`: there is none, or it is a folder. `unclear`: it cannot be read whole. */
export type SmallFile = Buffer | null | 'unclear'

/** Look-ups on the disk. Each returns its answer at once where that is known to be quick, or a promise. */
export type DiskLook = {
  /** Follows all links of a path; throws where it leads nowhere. */
  readonly realpath: (path: string) => string | Promise<string>
  /** Returns the state of a path without following links; null for a missing one. */
  readonly lstat: (path: string) => Stats | null | Promise<Stats | null>
  readonly readdir: (path: string) => string[] | Promise<string[]>
  /** Reads a regular file of at most so many bytes. */
  readonly readSmall: (path: string, most: number) => SmallFile | Promise<SmallFile>
}

/** Reads the disk asynchronously, because a network folder may be slow. */
export const patientLook: DiskLook = { realpath, lstat: lstatLater, readdir, readSmall: readSmallLater }

/** A folder that answers within this time is taken to be on a disk of this machine. In milliseconds. */
const QUICK_MS = 25
/** Afterwards the main thread has something else to do in between. */
const MOST_AT_ONCE = 1_500

/**
 * Returns look-ups that answer at once for what is in a folder or above it, where the folder itself answered quickly:
 * asking a local disk on the main thread takes a tenth of the time. Other places are asked patiently.
 */
export async function quickLookIn(folder: string, sep: string): Promise<DiskLook> {
  if (!(await answersQuickly(folder))) return patientLook
  const inside = folder.endsWith(sep) ? folder : folder + sep
  let left = MOST_AT_ONCE
  const isNear = (path: string): boolean => {
    left -= 1
    return left >= 0 && (path === folder || path.startsWith(inside) || isAbove(path, folder, sep))
  }
  return {
    realpath: (path) => (isNear(path) ? realpathSync.native(path) : realpath(path)),
    lstat: (path) => (isNear(path) ? (lstatSync(path, { throwIfNoEntry: false }) ?? null) : lstatLater(path)),
    readdir: (path) => (isNear(path) ? readdirSync(path) : readdir(path)),
    readSmall: (path, most) => (isNear(path) ? readSmallNow(path, most) : readSmallLater(path, most)),
  }
}

/** Until when a folder is taken to answer quickly, by its path. */
const quickUntil = new Map<string, number>()
const HOLDS_MS = 1_000
const MOST_HELD = 100

async function answersQuickly(folder: string): Promise<boolean> {
  const began = performance.now()
  if ((quickUntil.get(folder) ?? 0) > began) return true
  await lstat(folder).catch(() => null)
  const now = performance.now()
  if (now - began > QUICK_MS) return false
  if (quickUntil.size >= MOST_HELD) quickUntil.clear()
  quickUntil.set(folder, now + HOLDS_MS)
  return true
}

/** Whether a path names a folder above this one, or something of git's own in such a folder. */
function isAbove(path: string, folder: string, sep: string): boolean {
  const own = path.replace(/[\\/](\.git([\\/].*)?|HEAD)$/, '')
  return folder.startsWith(own.endsWith(sep) ? own : own + sep)
}

async function lstatLater(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Opening a pipe would otherwise wait for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

async function readSmallLater(path: string, most: number): Promise<SmallFile> {
  let file: FileHandle
  try {
    file = await open(path, FLAGS)
  } catch (error) {
    return unopened(error)
  }
  try {
    const found = await file.stat()
    if (found.isDirectory()) return null
    return found.isFile() && found.size <= most ? await file.readFile() : 'unclear'
  } finally {
    await file.close()
  }
}

/** Size above which files are read asynchronously, in bytes. */
const LARGEST_AT_ONCE = 256 * 1024

function readSmallNow(path: string, most: number): SmallFile | Promise<SmallFile> {
  let file: number
  try {
    file = openSync(path, FLAGS)
  } catch (error) {
    return unopened(error)
  }
  try {
    const found = fstatSync(file)
    if (found.isDirectory()) return null
    if (!found.isFile() || found.size > most) return 'unclear'
    return found.size > LARGEST_AT_ONCE ? readSmallLater(path, most) : readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function unopened(error: unknown): null | 'unclear' {
  if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null
  if (isErrno(error)) return 'unclear'
  throw error
}
