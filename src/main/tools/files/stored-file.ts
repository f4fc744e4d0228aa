import { createHash } from 'node:crypto'
import { constants, type FileHandle, lstat, open } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../lib/errno.ts'
import { checkOpened } from '../../lib/files/held-folder.ts'
import type { FileStamp, ReadLedger } from '../tool.ts'
import { type Located, leadsElsewhere } from './locate-path.ts'

/** The largest file that is read whole, edited or replaced. */
export const WHOLE_FILE_LIMIT = 10 * 1024 * 1024

/** The kind of a path: nothing, a folder or a regular file. Others are rejected. */
export type Standing = { readonly kind: 'nothing' } | { readonly kind: 'folder' } | StandingFile

/** A folder or an ordinary file. */
export type Existing = Exclude<Standing, { kind: 'nothing' }>

export type StandingFile = {
  readonly kind: 'file'
  readonly size: number
  readonly mode: number
  readonly mtimeMs: number
}

/** The bytes of a file and the stamp they get in the ledger. */
export type StoredFile = { readonly bytes: Buffer; readonly stamp: FileStamp; readonly mode: number }

/** Looks at a canonical path. Devices, pipes and sockets are refused: opening one can hang or do harm. */
export async function standingAt(file: Located): Promise<Standing> {
  try {
    const stat = await lstat(file.absolute)
    if (stat.isDirectory()) return { kind: 'folder' }
    // The path was canonical: this link is newer than that.
    if (stat.isSymbolicLink()) throw AppError.forAgent('tool.failed', leadsElsewhere(file.shown))
    if (!stat.isFile()) {
      throw AppError.forAgent(
        'tool.failed',
        `${file.shown} is not an ordinary file but a device, pipe or socket.`,
      )
    }
    return { kind: 'file', size: stat.size, mode: stat.mode, mtimeMs: stat.mtimeMs }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { kind: 'nothing' }
    throw explained(error, file.shown)
  }
}

/** Looks at a place that must be there. */
export async function existingAt(place: Located): Promise<Existing> {
  const standing = await standingAt(place)
  if (standing.kind === 'nothing') throw AppError.forAgent('tool.not_found', `${place.shown} does not exist.`)
  return standing
}

/** A file that became a link or a pipe since it was checked is not followed and not waited for. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Opens an ordinary file for reading and closes it afterwards. Fails when its path leads elsewhere by now. */
export async function withFile<T>(file: Located, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  let handle: FileHandle
  try {
    handle = await open(file.absolute, READ)
  } catch (error) {
    throw explained(error, file.shown)
  }
  try {
    await checkOpened(handle, file.absolute).catch((error: unknown) => {
      throw explained(error, file.shown)
    })
    return await use(handle)
  } finally {
    await handle.close()
  }
}

/** Reads a whole file in its checked state. The caller has checked the size limit. */
export async function loadFile(file: Located, { size, mode, mtimeMs }: StandingFile): Promise<StoredFile> {
  return await withFile(file, async (handle) => {
    const bytes = await readWhole(handle, size)
    return { bytes, mode, stamp: stampOf(bytes, mtimeMs) }
  })
}

/** In one go when the file is as long as it was said to be; asking for its size again costs as much as reading it. */
async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size + 1)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
  // Files of the system have no size, and any other may have grown: then it is read to its end.
  return bytesRead === size && size > 0 ? buffer.subarray(0, size) : await handle.readFile()
}

export function stampOf(bytes: Uint8Array, mtimeMs: number): FileStamp {
  return { mtimeMs, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Loads a file that is about to be changed, and refuses when the agent has not seen what it holds now. */
export async function loadSeen(
  file: Located,
  reads: ReadLedger,
  standing: StandingFile,
): Promise<StoredFile> {
  if (standing.size > WHOLE_FILE_LIMIT) {
    throw AppError.forAgent(
      'tool.failed',
      `${file.shown} is larger than 10 MB. Change it with a command instead.`,
    )
  }
  const seen = reads.seen(file.absolute)
  if (seen === null) {
    throw AppError.forAgent(
      'tool.failed',
      `${file.shown} has not been read yet. Read it first, then change it.`,
    )
  }
  const stored = await loadFile(file, standing)
  if (stored.stamp.sha256 !== seen.sha256) {
    throw AppError.forAgent(
      'tool.failed',
      `${file.shown} has changed since it was read. Read it again first.`,
    )
  }
  return stored
}

/** Turns an error of the file system into a sentence, and leaves everything else alone. */
export function explained(error: unknown, shown: string): unknown {
  const say = (text: string) => AppError.forAgent('tool.failed', text, { cause: error })
  if (isErrno(error, 'ENOENT')) return say(`${shown} does not exist.`)
  if (isErrno(error, 'ENOTDIR')) return say(`${shown} does not exist: a part of the path is a file.`)
  if (isErrno(error, 'EACCES', 'EPERM')) return say(`${shown} cannot be opened: permission denied.`)
  if (isErrno(error, 'EISDIR')) return say(`${shown} is a folder.`)
  if (isErrno(error, 'ENAMETOOLONG')) return say('The path is too long for this system.')
  if (isErrno(error, 'ENOSPC')) return say(`${shown} could not be written: the disk is full.`)
  if (isErrno(error, 'PATH_CHANGED', 'ELOOP')) return say(leadsElsewhere(shown))
  if (isErrno(error, 'FILE_CHANGED')) return say(`${shown} changed in the meantime. Read it again first.`)
  if (isErrno(error, 'SHARED_FILE')) {
    return say(`${shown} cannot be replaced, and it has other names (hard links) that would change with it.`)
  }
  if (isErrno(error, 'EBUSY')) return say(`${shown} could not be written: another program uses it.`)
  if (isErrno(error, 'EROFS')) return say(`${shown} could not be written: the disk is read-only.`)
  return error
}
