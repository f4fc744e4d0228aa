import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandFiles } from '#shared/session/tool-details.ts'
import type { Changing } from '../record-change.ts'
import { type CopyLimits, copyBeforehand, worthCopying } from './copies-beforehand.ts'
import { cleanInGit, type ReadGit } from './git-copies.ts'
import { type FilesIn, type Look, type LookLimits, lookAround, seeFile } from './look-around.ts'
import { type FoundChange, type FoundDeps, recordFound } from './record-found.ts'
import { type FilesBetween, filesBetween, isNew, type SeenFiles } from './seen-files.ts'

export type WatchDeps = FoundDeps & {
  readonly filesIn: FilesIn
  readonly readGit: ReadGit
  /** Milliseconds since some moment, for limits. `now` is the time of the day, which files are stamped with. */
  readonly elapsed: () => number
  readonly watching: WatchLimits
}

/** What watching a command may cost. */
export type WatchLimits = {
  readonly before: LookLimits
  readonly after: LookLimits
  readonly copies: CopyLimits
  /** Changes that are listed one by one, and how long that may take. */
  readonly listed: { readonly files: number; readonly ms: number }
}

/** How a folder stood before a command. */
type Before = {
  readonly root: string
  readonly files: SeenFiles
  /** What git has of them, and what was copied. */
  readonly clean: ReadonlyMap<string, string>
  readonly copies: ReadonlyMap<string, Buffer>
  /** The newest change there was. */
  readonly since: number
  readonly startedAt: number
}

/**
 * Looks at a project before a command. The answer has to be called when the command has ended: it looks again, lists
 * what is another by then, and never rejects.
 */
export async function watchCommand(
  deps: WatchDeps,
  root: string,
  who: () => Changing,
  signal: AbortSignal,
): Promise<() => Promise<CommandFiles>> {
  const before = await lookBefore(deps, root, signal)
  if (!before.looked) return async () => before
  return async () => {
    try {
      return await afterCommand(deps, before.as, who())
    } catch (error) {
      deps.logger.error('What a command changed could not be listed', error)
      return { looked: false, because: 'failed' }
    }
  }
}

type LookedBefore = { readonly looked: true; readonly as: Before } | Exclude<Look, { looked: true }>

async function lookBefore(deps: WatchDeps, root: string, signal: AbortSignal): Promise<LookedBefore> {
  const { before: limits, copies: copying } = deps.watching
  const [since, startedAt] = [deps.rows.newest(), deps.now()]
  try {
    const look = await lookAround(deps.filesIn, root, limits, signal)
    if (!look.looked) return look
    const { files } = look
    const clean = await cleanInGit(root, files)
    const until = deps.elapsed() + copying.ms
    const wanted = worthCopying(files, (path) => clean.has(path), copying)
    const copies = await copyBeforehand(root, wanted, () => deps.elapsed() > until, signal)
    return { looked: true, as: { root, files, clean, copies, since, startedAt } }
  } catch (error) {
    signal.throwIfAborted()
    deps.logger.error('A project could not be looked at before a command', error)
    return { looked: false, because: 'failed' }
  }
}

async function afterCommand(deps: WatchDeps, before: Before, who: Changing): Promise<CommandFiles> {
  const { after: limits, listed } = deps.watching
  // Not the signal of the call: a command that was stopped has changed files all the same.
  const signal = AbortSignal.timeout(limits.ms + listed.ms * 2)
  const look = await lookAround(deps.filesIn, before.root, limits, signal)
  if (!look.looked) return look
  const between = await reallyBetween(before, look.files)
  const paths = [...between.changed, ...between.removed, ...between.added]
  const earlier = await fromGit(deps, before, paths.slice(0, listed.files), signal)
  const count = { added: 0, changed: 0, removed: 0 }
  const until = deps.elapsed() + listed.ms
  let done = 0
  for (const path of paths.slice(0, listed.files)) {
    if (deps.elapsed() > until) break
    const change = await changeAt(before, look.files, { path, earlier })
    const did = await recordFound(deps, who, change, before.since, signal)
    if (did !== null) count[did] += 1
    done += 1
  }
  if (done > 0) deps.changed(who.projectId)
  return { looked: true, ...count, unlisted: paths.length - done }
}

/** A file that an ignore rule hides by now is still there. */
async function reallyBetween({ root, files }: Before, after: SeenFiles): Promise<FilesBetween> {
  const between = filesBetween(files, after)
  const hidden = new Map(after)
  for (const path of between.removed) {
    const seen = await seeFile(join(root, path))
    if (seen !== null) hidden.set(path, seen)
  }
  return filesBetween(files, hidden)
}

type Earlier = ReadonlyMap<string, Buffer>

async function fromGit(
  { readGit }: WatchDeps,
  { root, clean }: Before,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Earlier> {
  const oids = new Set(paths.flatMap((path) => clean.get(path) ?? []))
  return readGit(root, [...oids], signal)
}

async function changeAt(
  before: Before,
  after: SeenFiles,
  { path, earlier }: { readonly path: string; readonly earlier: Earlier },
): Promise<FoundChange> {
  const { root, files, copies, clean, startedAt } = before
  const file = join(root, path)
  const was = files.get(path)
  const now = after.get(path)
  if (was !== undefined) {
    const bytes = copies.get(path) ?? earlier.get(clean.get(path) ?? '')
    // A conversion of git shows in the size: what it has is then not what lay on the disk.
    const isWhole = bytes !== undefined && bytes.length === was.size
    return { path: file, before: isWhole ? { bytes, mode: was.mode } : 'unseen', madeFolders: [] }
  }
  const wasAbsent = now !== undefined && isNew(now, files, startedAt)
  return {
    path: file,
    before: wasAbsent ? null : 'unseen',
    madeFolders: wasAbsent ? await newFolders(before, path) : [],
  }
}

/** The folders on the way to a new file that were made since the command began, innermost first. */
async function newFolders({ root, startedAt }: Before, path: string): Promise<string[]> {
  const made: string[] = []
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    const { birthtimeMs } = await lstat(join(root, at))
    if (birthtimeMs < startedAt) break
    made.push(join(root, at))
  }
  return made
}
