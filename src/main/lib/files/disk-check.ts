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
  statSync,
} from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { isErrno } from '../errno.ts'
import { networkMounts } from './network-mounts.ts'

/** The bytes of a small file. `null`: there is none, or it is a folder. `unclear`: it cannot be read whole. */
export type SmallFile = Buffer | null | 'unclear'

/** Look-ups on the disk. Each returns its answer at once where that is known to be quick, or a promise. */
export type DiskCheck = {
  /** Follows all links of a path; throws where it leads nowhere. */
  readonly realpath: (path: string) => string | Promise<string>
  /** Returns the state of a path without following links; null for a missing one. */
  readonly lstat: (path: string) => Stats | null | Promise<Stats | null>
  readonly readdir: (path: string) => string[] | Promise<string[]>
  /** Reads a regular file of at most so many bytes. */
  readonly readSmall: (path: string, most: number) => SmallFile | Promise<SmallFile>
}

/** Reads the disk asynchronously, because a network folder may be slow. */
export const patientCheck: DiskCheck = { realpath, lstat: lstatLater, readdir, readSmall: readSmallLater }

/** A folder that answers within this time is taken to be on a disk of this machine. In milliseconds. */
const QUICK_MS = 25
/** Afterwards the main thread has something else to do in between. */
const MOST_AT_ONCE = 1_500

/**
 * Returns look-ups that answer at once for what is in a folder or above it, where the folder itself answered quickly:
 * asking a local disk on the main thread takes a tenth of the time. Other places are asked patiently: network drives,
 * what is mounted or linked from elsewhere, and everything once the look-ups took too long together.
 */
export async function quickCheckIn(
  folder: string,
  sep: string,
  findNetworkMounts: () => Promise<readonly string[]> = networkMounts,
): Promise<DiskCheck> {
  const mounts = await mountsWhereQuick(folder, findNetworkMounts)
  if (mounts === null || mounts.some((mount) => isWithin(folder, mount, sep))) return patientCheck
  const isAway = awayFinder(folder, sep, new Set(mounts))
  let left = MOST_AT_ONCE
  let spent = 0
  const isNear = (path: string): boolean => {
    left -= 1
    return left >= 0 && spent < QUICK_MS && !isAway(path)
  }
  const timed = <T>(work: () => T): T => {
    const began = performance.now()
    try {
      return work()
    } finally {
      spent += performance.now() - began
    }
  }
  return {
    realpath: (path) => (isNear(path) ? timed(() => realpathSync.native(path)) : realpath(path)),
    lstat: (path) =>
      isNear(parentOf(path, sep))
        ? timed(() => lstatSync(path, { throwIfNoEntry: false }) ?? null)
        : lstatLater(path),
    readdir: (path) => (isNear(path) ? timed(() => readdirSync(path)) : readdir(path)),
    readSmall: (path, most) =>
      isNear(path) ? timed(() => readSmallNow(path, most)) : readSmallLater(path, most),
  }
}

/**
 * Tells which paths may lead away from the disk of a folder: those that are neither in it nor above it, and those with a
 * link or a network mount on the way.
 */
function awayFinder(folder: string, sep: string, mounts: ReadonlySet<string>) {
  const known = new Map<string, boolean>()
  const isAway = (path: string): boolean => {
    if (isWithin(folder, path, sep)) return false
    const found = known.get(path)
    if (found !== undefined) return found
    const parent = parentOf(path, sep)
    const isReached = isWithin(path, folder, sep) || isOwnOfGit(path, sep)
    const away = !isReached || parent === path || isAway(parent) || mounts.has(path) || isLink(path)
    known.set(path, away)
    return away
  }
  return isAway
}

/** Whether a path is `HEAD`, `.git` or something of git's own in it, which is asked for in each folder above a project. */
function isOwnOfGit(path: string, sep: string): boolean {
  return path.endsWith(`${sep}HEAD`) || path.endsWith(`${sep}.git`) || path.includes(`${sep}.git${sep}`)
}

/** Whether a path is a link. One that cannot be seen may be. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return true
  }
}

function parentOf(path: string, sep: string): string {
  const end = path.lastIndexOf(sep)
  if (end < 0) return path
  const parent = path.slice(0, end)
  // The root keeps its separator: `/` and `C:\\`.
  return parent === '' || /^[a-z]:$/i.test(parent) ? path.slice(0, end + 1) : parent
}

/** Whether a path is a folder or in it. */
function isWithin(path: string, folder: string, sep: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

type Quick = { readonly until: number; readonly mounts: readonly string[] }

/** The network mounts of the moment when a folder answered quickly, by its path. */
const quickFolders = new Map<string, Quick>()
const HOLDS_MS = 1_000
const MOST_HELD = 100

/** Returns the network mounts where a folder answers quickly; null for a slow one. */
async function mountsWhereQuick(
  folder: string,
  findNetworkMounts: () => Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  const began = performance.now()
  const known = quickFolders.get(folder)
  if (known !== undefined && known.until > began) return known.mounts
  const mounts = await findNetworkMounts()
  const asked = performance.now()
  await lstat(folder).catch(() => null)
  const now = performance.now()
  if (now - asked > QUICK_MS) return null
  if (quickFolders.size >= MOST_HELD) quickFolders.clear()
  quickFolders.set(folder, { until: now + HOLDS_MS, mounts })
  return mounts
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
    // Most of the files asked for are missing, and opening them would make an error with a stack for each.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) return null
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
