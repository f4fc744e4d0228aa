import { isErrno } from '../lib/errno.ts'

/** Returns null where the path does not exist, is no folder or may not be read. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'ENAMETOOLONG']
    if (isErrno(error, ...missing)) return null
    throw error
  }
}
