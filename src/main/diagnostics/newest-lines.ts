import { readFile } from 'node:fs/promises'
import { isErrno } from '../lib/errno.ts'

/** Returns the last lines of a file that pass, oldest first; none for a file that is not there. */
export async function newestLines(
  file: string,
  count: number,
  passes: (line: string) => boolean = () => true,
): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).trimEnd().split('\n').filter(passes).slice(-count)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
