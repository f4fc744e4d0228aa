import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../lib/errno.ts'

/**
 * Removes a folder that commands filled, also where folders in it are closed to their owner, as those of Go modules are.
 * Only when nothing of the commands is alive.
 */
export async function removeFilled(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error
    await openAll(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Lets the owner list and change a folder and all in it. */
async function openAll(folder: string): Promise<void> {
  const folders = [folder]
  for (const each of folders) {
    await chmod(each, 0o700)
    const entries = await readdir(each, { withFileTypes: true })
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(each, name)))
  }
}
