import { type FileHandle, open } from 'node:fs/promises'
import { isErrno } from '../lib/errno.ts'

/**
 * Creates the disk sync of a WAL database outside the writing thread. SQLite keeps that file and writes it in
 * place until the last connection closes. It takes no locks on it, so another handle is harmless.
 */
export function createWalSync(database: string) {
  let opening: Promise<FileHandle> | null = null
  let closed = false
  // Windows writes out only what was opened for writing.
  const openLog = () => open(`${database}-wal`, 'r+')

  return {
    /** Call it after the first commit: before, there is no such file. */
    sync: async (): Promise<void> => {
      if (closed) return syncOnce(openLog)
      opening ??= openLog()
      const handle = await opening
      await handle.datasync()
    },
    /** Belongs before the database is closed, which removes the file. */
    close: async (): Promise<void> => {
      closed = true
      const handle = await opening?.catch(() => null)
      await handle?.close()
    },
  }
}

/** For what was committed while everything was being closed. A log that is gone was taken into the database. */
async function syncOnce(openLog: () => Promise<FileHandle>): Promise<void> {
  try {
    const handle = await openLog()
    try {
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}
