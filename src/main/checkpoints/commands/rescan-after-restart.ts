import { stat } from 'node:fs/promises'
import { isErrno } from '../../lib/errno.ts'
import { listChanges } from './list-changes.ts'
import type { WatchDeps } from './watch-command.ts'

/**
 * Lists what became of folders in which commands ran when the app was killed. Others may have changed files there too
 * since, so what is found says that it was found after an interruption. A look is dropped once all of it is listed.
 */
export async function rescanAfterRestart(deps: WatchDeps, signal: AbortSignal): Promise<number> {
  let listed = 0
  for (const name of await deps.looks.left()) {
    signal.throwIfAborted()
    try {
      listed += await again(deps, name, signal)
    } catch (error) {
      signal.throwIfAborted()
      deps.logger.error('What a command did before the app ended could not be listed', error)
    }
    await deps.looks.remove(name)
  }
  return listed
}

async function again(deps: WatchDeps, name: string, signal: AbortSignal): Promise<number> {
  const kept = await deps.looks.read(name)
  const unlisted = (because: string) => {
    deps.logger.warn('What a command did before the app ended is not listed', { because })
    return 0
  }
  if (kept === null) return unlisted('damaged')
  const { before, who } = kept
  // Of a folder that was moved or lies on another disk not every file is gone.
  if (!(await isFolder(before.root))) return unlisted('the folder is not there')
  const { again: look, listed } = deps.watching
  const found = await listChanges(deps, before, { who, interrupted: true }, { look, listed }, signal)
  if (!found.looked) return unlisted(found.because)
  return found.added + found.changed + found.removed
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}
