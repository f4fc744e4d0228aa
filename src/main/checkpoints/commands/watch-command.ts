import type { CommandFiles } from '#shared/session/command-files.ts'
import type { Changing } from '../record-change.ts'
import { type CopyLimits, copyBeforehand, worthCopying } from './copies-beforehand.ts'
import type { FolderBefore } from './folder-before.ts'
import { cleanInGit } from './git-copies.ts'
import { type ListDeps, type ListLimits, listChanges } from './list-changes.ts'
import { type Look, type LookLimits, scanFiles } from './scan-files.ts'
import type { StoredScans } from './stored-scans.ts'

export type WatchDeps = ListDeps & {
  readonly looks: StoredScans
  readonly watching: WatchLimits
}

/** Cost limits for watching a command. */
export type WatchLimits = {
  readonly before: LookLimits
  readonly after: LookLimits
  /** The look after a start at what a command did that the app did not see the end of. */
  readonly again: LookLimits
  readonly copies: CopyLimits
  readonly listed: ListLimits['listed']
}

/**
 * Scans a project before a command. The returned function must be called after the command: it scans again,
 * lists the changes and never rejects. Until then the scan is stored on disk for the next start.
 */
export async function watchCommand(
  deps: WatchDeps,
  root: string,
  who: () => Changing,
  signal: AbortSignal,
): Promise<() => Promise<CommandFiles>> {
  const before = await lookBefore(deps, root, signal)
  if (!before.looked) return async () => before
  const letGo = await deps.looks.keep({ before: before.as, who: who() }, signal)
  return async () => {
    try {
      return await afterCommand(deps, before.as, who())
    } catch (error) {
      deps.logger.error('What a command changed could not be listed', error)
      return { looked: false, because: 'failed' }
    } finally {
      await letGo()
    }
  }
}

type LookedBefore = { readonly looked: true; readonly as: FolderBefore } | Exclude<Look, { looked: true }>

async function lookBefore(deps: WatchDeps, root: string, signal: AbortSignal): Promise<LookedBefore> {
  const { before: limits, copies: copying } = deps.watching
  const [since, startedAt] = [deps.rows.newest(), deps.now()]
  try {
    const look = await scanFiles(deps.filesIn, root, limits, signal)
    if (!look.looked) return look
    const { files } = look
    const clean = await cleanInGit(root, files)
    const until = deps.elapsed() + copying.ms
    const wanted = await worthCopying(files, (path) => clean.has(path), copying)
    const copies = await copyBeforehand(root, wanted, () => deps.elapsed() > until, signal)
    return { looked: true, as: { root, files, clean, copies, since, startedAt } }
  } catch (error) {
    signal.throwIfAborted()
    deps.logger.error('A project could not be looked at before a command', error)
    return { looked: false, because: 'failed' }
  }
}

function afterCommand(deps: WatchDeps, before: FolderBefore, who: Changing): Promise<CommandFiles> {
  const { after: look, listed } = deps.watching
  // Not the signal of the call: a command that was stopped has changed files all the same.
  const signal = AbortSignal.timeout(look.ms + listed.ms * 2)
  return listChanges(deps, before, { who, interrupted: false }, { look, listed }, signal)
}
