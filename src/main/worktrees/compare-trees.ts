import type { TreeComparison } from '#shared/worktree/worktree.ts'
import { differenceOf, PLAIN_DIFF } from '../git/draw-patch.ts'
import { parsePatch } from '../git/parse-patch.ts'
import type { GitQuery } from './git-query.ts'
import { snapshotOf } from './snapshot.ts'
import type { StoredWorktree } from './worktree-rows.ts'

const MOST_FILES = 300

/** Compares the files of two worktrees of one repository. */
export async function compareTrees(
  git: GitQuery,
  folder: string,
  one: StoredWorktree,
  other: StoredWorktree,
  signal: AbortSignal,
): Promise<TreeComparison> {
  const before = await snapshotOf(git, folder, one, signal)
  const after = await snapshotOf(git, folder, other, signal)
  const output = await git.bytes(one.path, [...PLAIN_DIFF, before, after], signal)
  const patches = parsePatch(output.toString('latin1'))
  return {
    files: patches.slice(0, MOST_FILES).map((patch) => differenceOf(patch)),
    cut: patches.length > MOST_FILES,
  }
}
