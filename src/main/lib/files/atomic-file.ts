import { randomBytes } from 'node:crypto'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isErrno } from '../errno.ts'
import { withHeldFolder } from './held-folder.ts'
import { replaceInFolder } from './replace-file.ts'

type Options = {
  /** Permissions of the file. Without it an existing file keeps its own and a new one gets 0600. */
  readonly mode?: number
}

/**
 * Replaces a file as a whole: a reader, or a machine that loses power, sees the old text or the new one and
 * never a part. A link is followed, so that a file kept elsewhere stays there.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: Options = {},
): Promise<void> {
  const target = await targetOf(path)
  const mode = options.mode ?? (await modeOf(target)) ?? 0o600
  const name = basename(target)
  const draft = `.${name}.${randomBytes(6).toString('hex')}.tmp`
  await withHeldFolder(await realpath(dirname(target)), async (held) => {
    await replaceInFolder(held, { name, draft, bytes: data, mode })
    await syncFolder(held.path)
  })
}

async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return path
    throw error
  }
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

/** The new name is only on the disk when its folder is. Windows cannot open a folder and needs no such step. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  let folder: FileHandle | null = null
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    // Some network file systems refuse to sync a folder. The file itself is whole.
    if (!isErrno(error, 'EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EBADF')) throw error
  } finally {
    await folder?.close()
  }
}
