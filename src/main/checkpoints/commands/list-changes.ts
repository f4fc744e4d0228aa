import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { Changing } from '../record-change.ts'
import type { FolderBefore } from './folder-before.ts'
import type { ReadGit } from './git-copies.ts'
import { type FoundChange, type FoundDeps, recordFound } from './record-found.ts'
import { type FilesIn, type LookLimits, scanFiles, seeFile } from './scan-files.ts'
import {
  type FilesBetween,
  filesBetween,
  isNew,
  isSame,
  type Numbers,
  numbersOf,
  type SeenFiles,
} from './seen-files.ts'

export type ListDeps = FoundDeps & {
  readonly filesIn: FilesIn
  readonly readGit: ReadGit
  /** Milliseconds since some moment, for limits. `now` is the time of the day, which files are stamped with. */
  readonly elapsed: () => number
}

/** Cost limits for listing changes. */
export type ListLimits = {
  readonly look: LookLimits
  /** Changes that are listed one by one, and how long that may take. */
  readonly listed: { readonly files: number; readonly ms: number }
}

/** Whose changes are listed, and whether the app lived to see the end of the command. */
export type Lister = { readonly who: Changing; readonly interrupted: boolean }

/** Looks at a folder again and lists what is another by now. */
export async function listChanges(
  deps: ListDeps,
  before: FolderBefore,
  { who, interrupted }: Lister,
  { look: limits, listed }: ListLimits,
  signal: AbortSignal,
): Promise<CommandFiles> {
  const look = await scanFiles(deps.filesIn, before.root, limits, signal)
  if (!look.looked) return look
  const between = await reallyBetween(before, look.files)
  const paths = [...between.changed, ...between.removed, ...between.added]
  const earlier = await fromGit(deps, before, paths.slice(0, listed.files), signal)
  const count = { added: 0, changed: 0, removed: 0 }
  const until = deps.elapsed() + listed.ms
  const numbers: Numbers = between.added.length === 0 ? new Set() : await numbersOf(before.files)
  const when = { since: before.since, interrupted }
  let done = 0
  for (const path of paths.slice(0, listed.files)) {
    if (deps.elapsed() > until) break
    const change = await changeAt(before, look.files, { path, earlier, numbers })
    const did = await recordFound(deps, who, change, when, signal)
    if (did !== null) count[did] += 1
    done += 1
  }
  if (done > 0) deps.changed(who.projectId)
  return { looked: true, ...count, unlisted: paths.length - done }
}

/** A file that an ignore rule hides by now is still there. */
async function reallyBetween({ root, files }: FolderBefore, after: SeenFiles): Promise<FilesBetween> {
  const { added, changed, removed } = await filesBetween(files, after)
  const [hidden, gone]: [string[], string[]] = [[], []]
  for (const path of removed) {
    const [was, now] = [files.get(path), await seeFile(join(root, path))]
    if (now === null) gone.push(path)
    else if (was !== undefined && !isSame(was, now)) hidden.push(path)
  }
  return { added, changed: [...changed, ...hidden].sort(), removed: gone }
}

type Earlier = ReadonlyMap<string, Buffer>
type Asked = { readonly path: string; readonly earlier: Earlier; readonly numbers: Numbers }

async function fromGit(
  { readGit }: ListDeps,
  { root, clean }: FolderBefore,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Earlier> {
  const oids = new Set(paths.flatMap((path) => clean.get(path) ?? []))
  return readGit(root, [...oids], signal)
}

async function changeAt(
  before: FolderBefore,
  after: SeenFiles,
  { path, earlier, numbers }: Asked,
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
  const wasAbsent = now !== undefined && isNew(now, numbers, startedAt)
  return {
    path: file,
    before: wasAbsent ? null : 'unseen',
    madeFolders: wasAbsent ? await newFolders(before, path) : [],
  }
}

/** The folders on the way to a new file that were made since the command began, innermost first. */
async function newFolders({ root, startedAt }: FolderBefore, path: string): Promise<string[]> {
  const made: string[] = []
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    const { birthtimeMs } = await lstat(join(root, at))
    if (birthtimeMs < startedAt) break
    made.push(join(root, at))
  }
  return made
}
