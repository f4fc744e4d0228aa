import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { Logger } from '../lib/logger.ts'

const SETTLE_MS = 100
/** Folders inside of the watched one that are watched too. */
const MOST_INNER = 200
/** A folder whose watcher keeps breaking is left alone until the next start. */
const MOST_FAULTS = 5

type Deps = { readonly clock: Pick<Clock, 'after'>; readonly logger: Logger }

/** `from` is a folder above `folder`: what is missing between the two is waited for. */
export type Watched = { readonly from: string; readonly folder: string; readonly inner: boolean }

/**
 * Calls `changed` some moments after anything in a folder was made, written, replaced or deleted, also when the
 * folder itself comes later or goes away. With `inner`, what is in its folders counts too.
 */
export function watchFolder(watched: Watched, changed: () => void, { clock, logger }: Deps): () => void {
  const controller = new AbortController()
  let watchers: FSWatcher[] = []
  let settling = false
  let faults = 0

  const disarm = () => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const settle = () => {
    if (settling) return
    settling = true
    clock.after(SETTLE_MS, controller.signal).then(
      () => {
        settling = false
        arm()
        changed()
      },
      // Stopped in the meantime.
      () => {},
    )
  }
  const follow = (folder: string, only: string | null) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (only === null || name === null || name === only) settle()
      })
      watcher.on('error', (error) => {
        faults += 1
        logger.warn('A folder is no longer watched', { folder, error: String(error) })
        if (faults < MOST_FAULTS) settle()
      })
      watchers.push(watcher)
    } catch (error) {
      if (isMissing(error)) return
      logger.warn('A folder cannot be watched; changes count after the next start', { folder })
    }
  }
  const arm = () => {
    disarm()
    for (const [folder, next] of wayTo(watched)) follow(folder, next)
    follow(watched.folder, null)
    if (watched.inner) for (const folder of foldersIn(watched.folder)) follow(folder, null)
  }

  arm()
  return () => {
    controller.abort()
    disarm()
  }
}

/** Each folder from `from` down to the one above `folder`, with the name in it that matters. */
function wayTo({ from, folder }: Watched): [string, string][] {
  const way: [string, string][] = []
  for (let at = folder; at !== from && dirname(at) !== at; at = dirname(at)) {
    way.unshift([dirname(at), basename(at)])
  }
  return way
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .slice(0, MOST_INNER)
      .map((entry) => join(folder, entry.name))
  } catch (error) {
    if (isErrno(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return isErrno(error, 'ENOENT', 'ENOTDIR')
}
