import type { Letter } from '#shared/attempts/attempt-events.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { hunksById } from '../git/hunk-ids.ts'
import { composeHunks, linesWithEnds, type PickedHunk } from './compose-hunks.ts'
import type { GitQuery } from './git-query.ts'
import { withIndex } from './snapshot.ts'
import type { TreeFile } from './tree-changes.ts'

/** A choice of changes of one file of one attempt. `hunks` is null for the whole file. */
export type TreePart = {
  readonly letter: Letter
  readonly file: TreeFile
  readonly hunks: readonly string[] | null
}

/** The letters of attempts whose changes of a file conflict. */
export type TreeConflict = { readonly path: string; readonly letters: readonly Letter[] }

export type ComposedTree =
  | { readonly ok: true; readonly tree: string }
  | { readonly ok: false; readonly conflicts: readonly TreeConflict[] }

type Place = { readonly folder: string; readonly path: string; readonly base: string }
type Entry = { readonly path: string; readonly mode: string; readonly blob: string }

/** Composes a tree object from changes that several trees made to one commit. Changes no work tree. */
export async function composeTree(
  git: GitQuery,
  place: Place,
  parts: readonly TreePart[],
  signal: AbortSignal,
): Promise<ComposedTree> {
  const entries: Entry[] = []
  const conflicts: TreeConflict[] = []
  for (const path of new Set(parts.map(({ file }) => file.path))) {
    const ofPath = parts.filter(({ file }) => file.path === path)
    const entry = await entryOf(git, place, path, ofPath, signal)
    if ('letters' in entry) conflicts.push(entry)
    else entries.push(entry)
  }
  if (conflicts.length > 0) return { ok: false, conflicts }
  return { ok: true, tree: await writeTree(git, place, entries, signal) }
}

async function entryOf(
  git: GitQuery,
  place: Place,
  path: string,
  parts: readonly TreePart[],
  signal: AbortSignal,
): Promise<Entry | TreeConflict> {
  const letters = [...new Set(parts.map(({ letter }) => letter))].toSorted()
  const entries = parts.map(({ file }) => file.entry)
  const [first] = entries
  const isOne = entries.every((entry) => entry?.blob === first?.blob && entry?.mode === first?.mode)
  const isWhole = parts.every(isAll)
  if (isWhole && isOne)
    return { path, mode: first?.mode ?? '0', blob: first?.blob ?? '0'.repeat(place.base.length) }
  if (!parts.every(({ file }) => file.kind === 'modified' && file.patch?.isBinary === false))
    return { path, letters }
  const hunks = parts.flatMap(hunksOf)
  const base = await git.bytes(place.path, ['cat-file', 'blob', `${place.base}:${path}`], signal)
  const composed = composeHunks(linesWithEnds(base.toString('latin1')), hunks)
  if (!composed.ok) return { path, letters: composed.letters }
  const bytes = Buffer.from(composed.lines.join(''), 'latin1')
  const written = await git.attempt(place.path, ['hash-object', '-w', '--stdin'], signal, bytes)
  if (!written.ok) throw AppError.saying('other', say('changes.git', { reason: written.problem }))
  return { path, mode: parts[0]?.file.baseMode ?? '100644', blob: written.text.trim() }
}

/** Whether a choice takes all changes of its file. */
function isAll({ file, hunks }: TreePart): boolean {
  return hunks === null || (file.patch !== null && hunks.length === file.patch.hunks.length)
}

function hunksOf({ letter, file, hunks }: TreePart): PickedHunk[] {
  const byId = hunksById(file.path, file.patch?.hunks ?? [])
  return (hunks ?? [...byId.keys()]).map((id) => {
    const hunk = byId.get(id)
    if (hunk === undefined) throw AppError.saying('other', say('changes.moved', { path: file.path }))
    return { letter, oldStart: hunk.oldStart, lines: hunk.lines }
  })
}

function writeTree(
  git: GitQuery,
  { folder, path, base }: Place,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<string> {
  return withIndex(folder, async (index) => {
    const ask = async (args: readonly string[], input?: Buffer) => {
      const answer = await git.attempt(path, args, signal, input, index)
      if (!answer.ok) throw AppError.saying('other', say('changes.git', { reason: answer.problem }))
      return answer.text.trim()
    }
    await ask(['read-tree', base])
    const lines = entries.map((entry) => `${entry.mode} ${entry.blob}\t${entry.path}\0`).join('')
    if (lines !== '') await ask(['update-index', '-z', '--index-info'], Buffer.from(lines))
    return ask(['write-tree'])
  })
}

/** Writes a tree into the files and the index of a worktree, in place of what they hold. */
export async function fillTree(
  git: GitQuery,
  path: string,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  const filled = await git.attempt(path, ['read-tree', '-u', '--reset', tree], signal)
  if (!filled.ok) throw AppError.saying('other', say('changes.git', { reason: filled.problem }))
}
