import { chmod, constants, lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import { type HeldFolder, PathChanged, withHeldFolder } from '../../lib/files/held-folder.ts'
import { unlessMissing } from '../unless-missing.ts'

/** Renames something so that nothing reads it any more. Nothing is lost. */
export async function setAside(from: string): Promise<void> {
  await inFolderOf(from, async (held) => {
    for (let count = 0; ; count++) {
      const to = held.at(`${basename(from)}.blocked${count === 0 ? '' : `-${count}`}`)
      if ((await unlessMissing(lstat(to))) !== null) continue
      await held.check()
      await rename(held.at(basename(from)), to)
      return
    }
  })
}

/** Renames something whose path is no valid text. Only when nothing of the command is alive. */
export async function setBytesAside(from: Buffer): Promise<void> {
  for (let count = 0; ; count++) {
    const to = Buffer.concat([from, Buffer.from(`.blocked${count === 0 ? '' : `-${count}`}`)])
    if ((await unlessMissing(lstat(to))) !== null) continue
    await rename(from, to)
    return
  }
}

/** Writes a file where none is. A link that a command put there is not followed. */
export async function writeFresh(file: string, text: string): Promise<void> {
  await inFolderOf(file, async (held) => {
    await rm(held.at(basename(file)), { force: true, recursive: true })
    await writeFile(held.at(basename(file)), text, { flag: 'wx' })
  })
}

/** Removes a file where there is one. */
export async function removeFile(file: string): Promise<void> {
  await inFolderOf(file, (held) => rm(held.at(basename(file)), { force: true }))
}

/**
 * Works in the open folder around a path, so that a folder which a running command swaps for a link changes nothing
 * elsewhere. A folder that may not be written is opened for it: a command may have closed it.
 */
async function inFolderOf(path: string, act: (held: HeldFolder) => Promise<void>): Promise<void> {
  const folder = dirname(path)
  try {
    await withHeldFolder(folder, act)
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error
    const close = await openRights(folder)
    try {
      await withHeldFolder(folder, act)
    } finally {
      await close()
    }
  }
}

/**
 * Lets the owner list and change a folder. Returns the undo, which reaches the opened folder alone: its path may lead
 * elsewhere by then. Only when nothing of the command is alive.
 */
export async function openRights(folder: string): Promise<() => Promise<void>> {
  const before = await lstat(folder)
  if (!before.isDirectory()) throw new PathChanged(folder)
  await chmod(folder, 0o700)
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  return async () => {
    try {
      if ((await handle.stat()).ino === before.ino) await handle.chmod(before.mode & 0o7777)
    } finally {
      await handle.close()
    }
  }
}
