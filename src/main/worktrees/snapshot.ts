import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import type { GitQuery } from './git-query.ts'
import type { StoredWorktree } from './worktree-rows.ts'

/** The folder of indexes that live as long as one call. */
const INDEXES = '.indexes'

/** Uses an index of its own, so that the index of the work tree stays as it is. */
export async function withIndex<T>(folder: string, use: (index: string) => Promise<T>): Promise<T> {
  await mkdir(join(folder, INDEXES), { recursive: true })
  const index = join(folder, INDEXES, randomUUID())
  try {
    return await use(index)
  } finally {
    await rm(index, { force: true })
  }
}

/**
 * Writes the files of a worktree as a tree object: commits, uncommitted changes and new files. Files that the set-up
 * copied are left out. The worktree and its index stay as they are.
 */
export async function snapshotOf(
  git: GitQuery,
  folder: string,
  { path, branch, setup }: StoredWorktree,
  signal: AbortSignal,
): Promise<string> {
  if ((await stat(path).catch(() => null)) === null)
    throw AppError.saying('other', say('worktree.missing', { branch }))
  const own = (await git.ask(path, ['rev-parse', '--git-path', 'index'], signal)).replace(/\n$/, '')
  return withIndex(folder, async (index) => {
    try {
      // Its times keep git from reading every file again.
      await copyFile(resolve(path, own), index)
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error
    }
    const left = [
      '--literal-pathspecs',
      'rm',
      '--quiet',
      '--cached',
      '--ignore-unmatch',
      '--',
      ...setup.copied,
    ]
    const steps = [['add', '--all'], ...(setup.copied.length === 0 ? [] : [left]), ['write-tree']]
    let tree = ''
    for (const args of steps) {
      const answer = await git.attempt(path, args, signal, undefined, index)
      if (!answer.ok) throw AppError.saying('other', say('changes.git', { reason: answer.problem }))
      tree = answer.text.trim()
    }
    return tree
  })
}
