import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'

/** The most folders that are remembered, the newest first. */
const MOST = 10
const Folders = z.array(z.string().max(4_096)).max(MOST)

/** Returns the folders into which copies of a home went, newest first. A file that cannot be read holds none. */
export async function backupFolders(file: string): Promise<readonly string[]> {
  try {
    return Folders.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? []
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error)) return []
    throw error
  }
}

/**
 * Remembers a folder before something is copied there, so that what a crash leaves is found. A home that cannot be written
 * is copied all the same.
 */
export async function noteBackupFolder(file: string, folder: string): Promise<void> {
  const known = await backupFolders(file)
  if (known[0] === folder) return
  const next = [folder, ...known.filter((each) => each !== folder)].slice(0, MOST)
  try {
    await writeFileAtomic(file, `${JSON.stringify(next)}\n`, { mode: 0o600 })
  } catch (error) {
    if (!isErrno(error)) throw error
  }
}
