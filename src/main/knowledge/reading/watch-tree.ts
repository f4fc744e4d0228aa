import { type FSWatcher, watch } from 'node:fs'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'

type Deps = { readonly clock: Pick<Clock, 'schedule'>; readonly logger: Logger }

/** Editors write in several steps. */
const SETTLE_MS = 300
/** A system has only so many watchers. */
const MOST = 500
/** Rescan interval of folders without a watcher, in milliseconds. */
const SWEEP_MS = 3 * 60_000

/**
 * Calls `changed` once, shortly after a change in one of the folders. If some folder cannot be watched, it
 * also calls periodically, because changes there are undetectable.
 */
export function watchTree(
  folders: readonly string[],
  changed: () => void,
  { clock, logger }: Deps,
): () => void {
  let stopTimer: (() => void) | null = null
  const settle = () => {
    stopTimer ??= clock.schedule(SETTLE_MS, changed)
  }
  const watchers = folders.slice(0, MOST).flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, { persistent: false }, settle)
      watcher.on('error', (error) => {
        logger.warn('A folder of pages is no longer watched', { folder, error: String(error) })
        watcher.close()
        settle()
      })
      return [watcher]
    } catch (error) {
      if (!isErrno(error)) throw error
      logger.warn('A folder of pages cannot be watched', { folder, code: error.code })
      return []
    }
  })
  const stopSweep = watchers.length < folders.length ? clock.schedule(SWEEP_MS, changed) : () => {}
  return () => {
    stopTimer?.()
    stopSweep()
    for (const watcher of watchers) watcher.close()
  }
}
