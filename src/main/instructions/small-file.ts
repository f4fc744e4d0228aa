import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { isErrno } from '../lib/errno.ts'

/** More than any file that describes a project holds. */
const MOST = 1024 * 1024

/** The text of a small file a project carries, or null: it is not there, is no file, or is no small one. */
export async function smallFile(path: string): Promise<string | null> {
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const { size, isFile } = await file
        .stat()
        .then((found) => ({ size: found.size, isFile: found.isFile() }))
      if (!isFile || size > MOST) return null
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
