import type { WorktreeState } from '#shared/worktree/worktree.ts'
import { PLAIN_DIFF, pathIn } from '../git/draw-patch.ts'
import { type FilePatch, parsePatch } from '../git/parse-patch.ts'
import type { GitQuery } from './git-query.ts'
import { snapshotOf } from './snapshot.ts'
import { unsavedWork } from './unsaved-work.ts'
import type { StoredWorktree } from './worktree-rows.ts'

/** A file of a tree that differs from the base. */
export type TreeFile = {
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted'
  /** Null for a deleted file. */
  readonly entry: { readonly mode: string; readonly blob: string } | null
  /** The mode in the base; null for a new file. */
  readonly baseMode: string | null
  readonly patch: FilePatch | null
}

/** All that a worktree changed against a commit. */
export type TreeChanges = {
  readonly state: WorktreeState
  /** The tree object of its files; null where the folder is gone. */
  readonly tree: string | null
  readonly files: readonly TreeFile[]
  readonly held: { readonly files: number; readonly commits: number }
  /** Why the changes do not fit the files of the project; null where they do. */
  readonly conflict: string | null
}

/** Returns what the files of a worktree changed against a commit, and whether it fits the project. */
export async function treeChanges(
  git: GitQuery,
  folder: string,
  tree: StoredWorktree,
  base: string,
  signal: AbortSignal,
): Promise<TreeChanges> {
  const { state, files, commits } = await unsavedWork(git, tree, signal)
  const held = { files: files.length, commits }
  if (state === 'missing') return { state, tree: null, files: [], held, conflict: null }
  const snapshot = await snapshotOf(git, folder, tree, signal)
  const changed = await filesBetween(git, tree.path, base, snapshot, signal)
  const conflict = changed.length === 0 ? null : await conflictOf(git, tree, base, snapshot, signal)
  return { state, tree: snapshot, files: changed, held, conflict }
}

/** Returns the files that differ between two trees of a repository. */
export async function filesBetween(
  git: GitQuery,
  place: string,
  base: string,
  tree: string,
  signal: AbortSignal,
): Promise<readonly TreeFile[]> {
  const raw = await git.ask(place, [...PLAIN_DIFF, '--raw', '--no-abbrev', '-z', base, tree], signal)
  const patches = parsePatch((await git.bytes(place, [...PLAIN_DIFF, base, tree], signal)).toString('latin1'))
  const byPath = new Map(patches.map((patch) => [pathIn(patch), patch]))
  const parts = raw.split('\0')
  const files: TreeFile[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', mode = '', , blob = '', status = ''] = (parts[at] ?? '').slice(1).split(' ')
    const path = parts[at + 1] ?? ''
    const kind = status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified'
    files.push({
      path,
      kind,
      entry: kind === 'deleted' ? null : { mode, blob },
      baseMode: kind === 'added' ? null : oldMode,
      patch: byPath.get(path) ?? null,
    })
  }
  return files
}

async function conflictOf(
  git: GitQuery,
  { repository, path }: StoredWorktree,
  base: string,
  tree: string,
  signal: AbortSignal,
): Promise<string | null> {
  const patch = await git.bytes(path, [...PLAIN_DIFF, '--binary', base, tree], signal)
  const checked = await git.attempt(repository, ['apply', '--check', '-'], signal, patch)
  return checked.ok ? null : checked.problem
}
