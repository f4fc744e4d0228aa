import { constants, open } from 'node:fs/promises'
import { isErrno } from '../../lib/errno.ts'
import { unlessMissing } from '../unless-missing.ts'

/** More than this is no file that steers git. */
const MOST_BYTES = 256 * 1024

/** Reading a pipe that has the name of a file would never end. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Returns the text of a small file; null where there is none, and for everything that is no such file. */
export async function smallText(file: string): Promise<string | null> {
  const handle = await unlessMissing(open(file, FLAGS).catch(nullForSocket))
  if (handle === null) return null
  try {
    const found = await handle.stat()
    return found.isFile() && found.size <= MOST_BYTES ? await handle.readFile('utf8') : null
  } finally {
    await handle.close()
  }
}

/** A socket cannot be opened. */
function nullForSocket(error: unknown): null {
  if (isErrno(error, 'ENXIO')) return null
  throw error
}
