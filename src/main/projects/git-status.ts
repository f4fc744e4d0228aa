import type { FolderReader } from './folder-reader.ts'
import { gitFolderOf } from './git-branch.ts'
import type { PathRules } from './paths.ts'
import { runGit } from './run-git.ts'

const LIMIT_MS = 2_000
const CONFIG_BYTES = 256 * 1024
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--ignore-submodules=all']

type Deps = {
  readonly reader: Pick<FolderReader, 'bytes' | 'look'>
  readonly rules: PathRules
  /** A folder of the person's own. Some systems look for programs in the folder they are started in. */
  readonly home: string
}

/** How many files `git status` would list. `null`: not a repository, no git, too slow, or not safe to ask. */
export async function changedFiles(folder: string, deps: Deps, signal: AbortSignal): Promise<number | null> {
  if (!(await isSafeToAsk(folder, deps))) return null
  const output = await runGit(
    { folder, home: deps.home, args: STATUS },
    AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  )
  signal.throwIfAborted()
  return output === null ? null : countChanges(output)
}

/** Git runs programs named in a repository's own settings, and this one may have come from anywhere. */
async function isSafeToAsk(folder: string, deps: Deps): Promise<boolean> {
  const { reader, rules } = deps
  const gitFolder = await gitFolderOf(folder, deps)
  if (gitFolder === null) return false
  const pointer = await reader.bytes(rules.join(gitFolder, 'commondir'), CONFIG_BYTES)
  const common = pointer?.toString('utf8').trim()
  const shared =
    common === undefined ? gitFolder : (rules.absolute(common, gitFolder) ?? rules.join(gitFolder, common))
  const config = await reader.bytes(rules.join(shared, 'config'), CONFIG_BYTES)
  const ofTree = await reader.bytes(rules.join(gitFolder, 'config.worktree'), CONFIG_BYTES)
  return config !== null && ![config, ofTree].some((bytes) => namesPrograms(bytes?.toString('utf8') ?? ''))
}

/** Whether git settings name a program that `git status` could start, or bring in settings not seen here. */
export function namesPrograms(config: string): boolean {
  return /\[\s*(?:filter|include|includeif)\b|fsmonitor|\bprocess\s*=|\bclean\s*=/i.test(config)
}

/** Counts the entries of `git status --porcelain -z`. A rename is one entry in two fields. */
export function countChanges(output: string): number {
  const fields = output.split('\0').filter((field) => field !== '')
  let count = 0
  for (let index = 0; index < fields.length; index++) {
    count += 1
    if (/^(?:[RC].|.[RC]) /.test(fields[index] ?? '')) index += 1
  }
  return count
}
