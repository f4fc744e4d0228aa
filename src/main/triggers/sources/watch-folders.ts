import { type FSWatcher, watch } from 'node:fs'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'

/** Calls `changed` at every change in one of these folders, until it is closed. */
export function watchFolders(
  folders: readonly string[],
  changed: () => void,
  logger: Pick<Logger, 'warn'>,
): () => void {
  const watchers = folders.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, { persistent: false }, changed)
      watcher.on('error', (error) => {
        logger.warn('A folder of a trigger is no longer watched', { folder, error: String(error) })
        watcher.close()
        changed()
      })
      return [watcher]
    } catch (error) {
      if (!isErrno(error)) throw error
      logger.warn('A folder of a trigger cannot be watched', { folder, code: error.code })
      return []
    }
  })
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
