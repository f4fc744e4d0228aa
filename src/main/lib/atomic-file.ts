import { randomBytes } from 'node:crypto'
import { chmod, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

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
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    // `open` is subject to the umask.
    await chmod(draft, mode)
    await renameOver(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(target))
}

async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return path
    throw error
  }
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Windows refuses to replace a file that a scanner or an editor holds open; it is free again in a moment. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await rename(from, to)
    } catch (error) {
      const busy = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))
      if (process.platform !== 'win32' || !busy || attempt === 5) throw error
      await wait(20 * 2 ** attempt)
    }
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
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EBADF'].includes(codeOf(error))) throw error
  } finally {
    await folder?.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
