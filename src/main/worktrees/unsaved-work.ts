import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorktreeState } from '#shared/worktree/worktree.ts'
import type { GitQuery } from './git-query.ts'
import type { StoredWorktree } from './worktree-rows.ts'

/** Files that are compared byte by byte; larger ones count as changed. */
const MOST_COMPARED = 5 * 1024 * 1024

/** The work in a worktree that nothing else has. */
export type UnsavedWork = {
  readonly state: WorktreeState
  /** Paths with uncommitted changes, ignored files that the set-up did not bring included. */
  readonly files: readonly string[]
  /** Commits that the base does not have. */
  readonly commits: number
}

/** Finds the work that would be lost with a worktree. */
export async function unsavedWork(
  git: GitQuery,
  tree: StoredWorktree,
  signal: AbortSignal,
): Promise<UnsavedWork> {
  const folder = await lstat(tree.path).catch(() => null)
  if (folder === null) return { state: 'missing', files: [], commits: await commitsOf(git, tree, signal) }
  const args = ['status', '--porcelain', '-z', '--ignored', '--untracked-files=all', '--no-renames']
  const answer = await git.attempt(tree.path, args, signal)
  if (!answer.ok) return { state: 'unknown', files: [], commits: 0 }
  const files: string[] = []
  for (const entry of answer.text.split('\0')) {
    const [kind, path] = [entry.slice(0, 2), entry.slice(3)]
    if (path === '' || (/^[!?]{2}$/.test(kind) && (await isOfSetup(tree, path)))) continue
    files.push(path)
  }
  return {
    state: files.length === 0 ? 'clean' : 'changed',
    files,
    commits: await commitsOf(git, tree, signal),
  }
}

/** Whether a path that git does not know is as the set-up made it. */
async function isOfSetup({ path, repository, setup }: StoredWorktree, file: string): Promise<boolean> {
  const name = file.replace(/\/$/, '')
  if ([...setup.linked, ...setup.cloned].some((folder) => name === folder || name.startsWith(`${folder}/`)))
    return true
  if (!setup.copied.includes(name)) return false
  const [here, there] = [join(path, name), join(repository, name)]
  const size = (await lstat(here).catch(() => null))?.size ?? 0
  if (size > MOST_COMPARED) return false
  const [mine, original] = await Promise.all([
    readFile(here).catch(() => null),
    readFile(there).catch(() => null),
  ])
  return mine !== null && original !== null && mine.equals(original)
}

/** Counts the commits of its branch that neither its base branch nor its first commit has. */
async function commitsOf(git: GitQuery, tree: StoredWorktree, signal: AbortSignal): Promise<number> {
  const { repository, branch, base, baseBranch } = tree
  const known = baseBranch === null ? [] : [`refs/heads/${baseBranch}`]
  const count = (not: readonly string[]) =>
    git.attempt(
      repository,
      ['rev-list', '--count', `refs/heads/${branch}`, '--not', base, ...not, '--'],
      signal,
    )
  // The base branch may have been deleted since.
  const found = await count(known)
  const answer = found.ok || known.length === 0 ? found : await count([])
  return answer.ok ? Number(answer.text.trim()) : 0
}
