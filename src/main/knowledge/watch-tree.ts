import { type FSWatcher, watch } from 'node:fs'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'

type Deps = { readonly clock: Pick<Clock, 'schedule'>; readonly logger: Logger }

/** Editors write in several steps. */
const SETTLE_MS = 300
/** A system has only so many watchers; what is changed in other folders is seen at the next start. */
const MOST = 500

/** Calls `changed` once, some moments after anything in one of the folders changed. */
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
      if (!(error instanceof Error && 'code' in error)) throw error
      logger.warn('A folder of pages cannot be watched', { folder, code: error.code })
      return []
    }
  })
  return () => {
    stopTimer?.()
    for (const watcher of watchers) watcher.close()
  }
}
