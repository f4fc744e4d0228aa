import { type FileHandle, open } from 'node:fs/promises'

/**
 * Brings to the disk what was committed to a database in WAL mode, beside the thread that writes it. SQLite keeps
 * such a file, and writes it in place, until the last connection is closed; it takes no locks on it, so that another
 * handle does no harm.
 */
export function createWalSync(database: string) {
  let opening: Promise<FileHandle> | null = null
  return {
    /** Call it after the first commit: before, there is no such file. */
    sync: async (): Promise<void> => {
      // Windows writes out only what was opened for writing.
      opening ??= open(`${database}-wal`, 'r+')
      const handle = await opening
      await handle.datasync()
    },
    /** Belongs before the database is closed, which removes the file. */
    close: async (): Promise<void> => {
      const last = opening
      opening = null
      const handle = await last?.catch(() => null)
      await handle?.close()
    },
  }
}
