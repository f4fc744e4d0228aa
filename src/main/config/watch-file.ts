import { type FSWatcher, realpathSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { Logger } from '../lib/logger.ts'

const SETTLE_MS = 100

type Deps = { readonly clock: Pick<Clock, 'after'>; readonly logger: Logger }

/**
 * Calls `changed` some moments after a file was written, made, replaced or deleted. The folder is watched, as
 * editors put a new file in the old one's place; behind a link, so is the folder of the real file.
 */
export function watchFile(file: string, changed: () => void, { clock, logger }: Deps): () => void {
  const controller = new AbortController()
  let newest = 0
  const settle = () => {
    newest += 1
    const mine = newest
    clock.after(SETTLE_MS, controller.signal).then(
      () => {
        if (mine === newest) changed()
      },
      // Stopped in the meantime.
      () => {},
    )
  }

  const watchers: FSWatcher[] = []
  for (const path of new Set([file, realPath(file)])) {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) settle()
      })
      watcher.on('error', (error) => logger.warn('A file is no longer watched', { error }))
      watchers.push(watcher)
    } catch (error) {
      logger.warn('A file cannot be watched; changes count after the next start', { error })
    }
  }
  return () => {
    controller.abort()
    for (const watcher of watchers) watcher.close()
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (isErrno(error)) return file
    throw error
  }
}
