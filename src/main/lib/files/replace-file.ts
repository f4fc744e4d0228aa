import { constants, type FileHandle, link, lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { isErrno } from '../errno.ts'
import type { HeldFolder } from './held-folder.ts'

/** A file that must not be written into, since it has other names as well: they would change with it. */
export class SharedFile extends Error {
  readonly code = 'SHARED_FILE'
}

/** A file that is not the one that was checked: it was changed, made or removed since. */
export class FileChanged extends Error {
  readonly code = 'FILE_CHANGED'
}

/** The state of a folder entry when it was checked. Null for none. */
export type SeenFile = { readonly size: number; readonly mtimeMs: number } | null

export type Replacement = {
  readonly name: string
  /** The name of the file that is written first and renamed. */
  readonly draft: string
  readonly bytes: string | Uint8Array
  /** The permissions of the file. Null takes those of new files. */
  readonly mode: number | null
  /** The required state of the entry; missing replaces any. */
  readonly seen?: SeenFile
}

const RENAME_TRIES = 6
const MODE_BITS = 0o7777

/**
 * Replaces a file of a folder, whole or not at all: the bytes are written to a draft, which is renamed over it. Where
 * a file can only be written into (a mount of its own, or a folder that takes no new files), it is written in place.
 */
export async function replaceInFolder(
  held: HeldFolder,
  { name, draft, bytes, mode, seen }: Replacement,
  stop: () => void = () => {},
): Promise<void> {
  try {
    const refused = await writeDraft(held, draft, bytes, mode).catch(denial)
    if (refused !== undefined && seen === null) throw refused
    stop()
    if (seen !== undefined) await checkSeen(held, name, seen)
    if (refused !== undefined) await writeInto(held, name, bytes, refused)
    else if (seen === null) await putNew(held, draft, name)
    else await renameOver(held, draft, name)
  } catch (error) {
    await rm(held.at(draft), { force: true }).catch(() => {})
    throw error
  }
}

/** Writes a draft: a new file that takes the place of another. */
export async function writeDraft(
  held: HeldFolder,
  draft: string,
  bytes: string | Uint8Array,
  mode: number | null,
): Promise<void> {
  await held.check()
  const handle = await open(held.at(draft), 'wx', mode === null ? 0o666 : 0o600)
  try {
    await handle.writeFile(bytes)
    if (mode !== null) await handle.chmod(mode & MODE_BITS)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames a draft over a file. On Windows a scanner or an editor may hold the file for a moment. */
export async function renameOver(held: HeldFolder, draft: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await held.check()
    try {
      return await rename(held.at(draft), held.at(name))
    } catch (error) {
      // A file that is a mount of its own cannot be replaced.
      if (process.platform !== 'win32' && isErrno(error, 'EBUSY')) {
        await writeInto(held, name, await readFile(held.at(draft)), error)
        return await rm(held.at(draft), { force: true })
      }
      const isHeld = process.platform === 'win32' && isErrno(error, 'EPERM', 'EACCES', 'EBUSY')
      if (!isHeld || attempt === RENAME_TRIES) throw error
      await wait(20 * 2 ** attempt)
    }
  }
}

/** Gives a draft its name where there is no such entry. Throws `FileChanged` where one has appeared. */
export async function putNew(held: HeldFolder, draft: string, name: string): Promise<void> {
  await held.check()
  try {
    await link(held.at(draft), held.at(name))
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw new FileChanged(`${name} has appeared.`, { cause: error })
    // Some file systems have no links.
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EACCES')) throw error
    return await renameOver(held, draft, name)
  }
  await rm(held.at(draft), { force: true })
}

/**
 * Writes into a file that cannot be replaced. What it held is put back when there is no room for the new bytes. Throws
 * `refused`, the reason for which it cannot be replaced, where it cannot be opened either.
 */
export async function writeInto(
  held: HeldFolder,
  name: string,
  bytes: string | Uint8Array,
  refused: unknown,
): Promise<void> {
  await held.check()
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(held.at(name), flags).catch(() => null)
  if (handle === null) throw refused
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || stat.nlink > 1) throw new SharedFile(`${name} has other names.`)
    const before = await handle.readFile()
    try {
      await put(handle, Buffer.from(bytes))
    } catch (error) {
      await put(handle, before)
      throw error
    }
  } finally {
    await handle.close()
  }
}

async function put(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten
  }
  await handle.truncate(bytes.length)
  await handle.sync()
}

async function checkSeen(held: HeldFolder, name: string, seen: SeenFile): Promise<void> {
  const now = await lstat(held.at(name)).catch(nullWhenMissing)
  if (now === null && seen === null) return
  if (now?.size === seen?.size && now?.mtimeMs === seen?.mtimeMs && now?.isFile() === true) return
  throw new FileChanged(`${name} is not what it was.`)
}

/** The error with which a folder takes no new file. Throws any other. */
export function denial(error: unknown): unknown {
  if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return error
  throw error
}

function nullWhenMissing(error: unknown): null {
  if (isErrno(error, 'ENOENT')) return null
  throw error
}
