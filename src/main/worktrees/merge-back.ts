import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { GitQuery } from './git-query.ts'
import type { UnsavedWork } from './unsaved-work.ts'
import type { StoredWorktree } from './worktree-rows.ts'

/** Merges the branch of a worktree into the branch of the project. A conflict leaves the project as it was. */
export async function mergeBack(
  git: GitQuery,
  tree: StoredWorktree,
  work: UnsavedWork,
  signal: AbortSignal,
): Promise<void> {
  const { repository, branch, baseBranch } = tree
  if (work.state === 'changed') throw AppError.saying('other', say('worktree.uncommitted', { branch }))
  if (work.commits === 0) throw AppError.saying('other', say('worktree.nothing', { branch }))
  const current = await git.attempt(repository, ['symbolic-ref', '--quiet', 'HEAD'], signal)
  const now = current.ok ? branchIn(current.text) : null
  if (now === null || (baseBranch !== null && now !== baseBranch))
    throw AppError.saying('other', say('worktree.otherBranch', { base: baseBranch ?? 'a branch' }))
  const args = ['merge', '--quiet', '--no-edit', `refs/heads/${branch}`]
  const merged = await git.attempt(repository, args, signal)
  if (merged.ok) return
  const conflicts = await git.ask(repository, ['diff', '--name-only', '--diff-filter=U', '-z'], signal)
  const paths = conflicts.split('\0').filter((path) => path !== '')
  if (paths.length === 0) throw AppError.saying('other', say('changes.git', { reason: merged.problem }))
  // Never cancelled with the window: a merge that is half done would be left behind.
  await git.ask(repository, ['merge', '--abort'], new AbortController().signal)
  throw AppError.saying('other', say('worktree.conflict', { branch, paths: paths.join(', ') }))
}

/**
 * Puts all that a worktree changed into the files of the project: commits and uncommitted changes. Git applies all of
 * it or nothing. Returns the number of files.
 */
export async function applyBack(git: GitQuery, tree: StoredWorktree, signal: AbortSignal): Promise<number> {
  const { repository, branch } = tree
  const { patch, files } = await patchBack(git, tree, signal)
  const applied = await git.attempt(repository, ['apply', '--whitespace=nowarn', '-'], signal, patch)
  if (applied.ok) return files
  throw AppError.saying('other', say('worktree.noApply', { branch, reason: applied.problem }))
}

/** Takes the changes of a worktree out of the files of the project: all of them or none. */
export async function unapplyBack(git: GitQuery, tree: StoredWorktree, signal: AbortSignal): Promise<void> {
  const { patch } = await patchBack(git, tree, signal)
  const args = ['apply', '--reverse', '--whitespace=nowarn', '-']
  const undone = await git.attempt(tree.repository, args, signal, patch)
  if (!undone.ok) throw AppError.saying('other', say('attempts.noUndo', { reason: undone.problem }))
}

/** Returns all that a worktree changed, as a patch. Throws where it changed nothing. */
async function patchBack(
  git: GitQuery,
  tree: StoredWorktree,
  signal: AbortSignal,
): Promise<{ readonly patch: Buffer; readonly files: number }> {
  const { repository, path, branch } = tree
  const common = await git.ask(repository, ['merge-base', 'HEAD', `refs/heads/${branch}`], signal)
  await nameNewFiles(git, tree, signal)
  // The project has the copied files already.
  const paths = ['--', '.', ...tree.setup.copied.map((name) => `:(exclude,literal,top)${name}`)]
  const base = common.trim()
  const shape = ['diff', '--no-ext-diff', '--no-textconv', '--no-renames']
  const names = await git.ask(path, [...shape, '--name-only', '-z', base, ...paths], signal)
  const files = names.split('\0').filter((name) => name !== '').length
  if (files === 0) throw AppError.saying('other', say('worktree.nothing', { branch }))
  const patch = await git.bytes(path, [...shape, '--binary', '--full-index', base, ...paths], signal)
  return { patch, files }
}

/** Puts the names of new files into the index of a worktree: the difference has only what the index names. */
async function nameNewFiles(
  git: GitQuery,
  { path, setup }: StoredWorktree,
  signal: AbortSignal,
): Promise<void> {
  const others = await git.ask(path, ['ls-files', '--others', '--exclude-standard', '-z'], signal)
  const names = others.split('\0').filter((name) => name !== '' && !setup.copied.includes(name))
  if (names.length === 0) return
  const from = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const args = ['--literal-pathspecs', 'add', '--intent-to-add', ...from]
  const named = await git.attempt(path, args, signal, Buffer.from(names.join('\0')))
  if (!named.ok) throw AppError.saying('other', say('changes.git', { reason: named.problem }))
}

/** Returns the name of a branch from its whole one. The short name would be longer where a tag has the same one. */
export const branchIn = (ref: string): string => ref.trim().replace(/^refs\/heads\//, '')
