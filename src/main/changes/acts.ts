import { lstat } from 'node:fs/promises'
import type { ChangePart, DiscardedChange } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { hunksById } from '../git/hunk-ids.ts'
import { type FilePatch, type PatchHunk, type PatchWay, partOfPatch } from '../git/parse-patch.ts'
import type { Git } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import { patchOf } from './compare.ts'
import type { Status } from './parse-status.ts'
import { pathspec, type Repository, refused } from './repository.ts'

/** Milliseconds one change to the index or the files may take. */
const WRITE_LIMIT_MS = 60_000
/** Bytes of one copy of a discarded change. */
const MOST_COPY = 32 * 1024 * 1024

export type ActDeps = {
  readonly git: Pick<Git, 'work'>
  readonly join: (...parts: string[]) => string
}

/** A repository the person trusts, and what git says about its files now. */
export type ActPlace = { readonly repository: Repository; readonly status: Status }

type WriteQuestion = {
  readonly args: readonly string[]
  readonly input?: string | Buffer
  readonly runsHooks?: boolean
  /** Whether git and ssh may ask the person, for a password. */
  readonly asks?: boolean
}

/** Runs git in the repository and throws an `AppError` with its words when it refuses. */
export async function write(
  place: Pick<ActPlace, 'repository'>,
  deps: ActDeps,
  question: WriteQuestion,
  signal: AbortSignal,
  limitMs = WRITE_LIMIT_MS,
): Promise<Buffer> {
  return (await writing(place, deps, question, signal, limitMs)).output
}

/** The same, with the messages that git and its hooks wrote meanwhile. */
export async function writing(
  { repository: { top, gitFolder } }: Pick<ActPlace, 'repository'>,
  { git, join }: ActDeps,
  question: WriteQuestion,
  signal: AbortSignal,
  limitMs = WRITE_LIMIT_MS,
): Promise<{ readonly output: Buffer; readonly messages: string }> {
  const answer = await git.work({ folder: top, limitMs, ...question }, signal)
  if (!answer.ok) throw refused(answer, join(gitFolder, 'index.lock'))
  return answer
}

/** Puts parts of files into the index. Files are staged whole, hunks as one patch: all of them or none. */
export async function stage(
  place: ActPlace,
  deps: ActDeps,
  parts: readonly ChangePart[],
  signal: AbortSignal,
): Promise<void> {
  const { whole, pieces } = split(parts)
  const patch = await chosenPatch(place, pieces, { scope: 'unstaged', way: 'forward' }, signal)
  if (whole.length > 0) {
    const paths = whole.flatMap((path) => pathsOf(place.status, path))
    await write(place, deps, { args: ['add', '--all', '--', ...paths.map(pathspec)] }, signal)
  }
  if (patch !== null)
    await write(place, deps, { args: ['apply', '--cached', ...EXACT], input: patch }, signal)
}

/** Takes parts of files out of the index. The files stay as they are. */
export async function unstage(
  place: ActPlace,
  deps: ActDeps,
  parts: readonly ChangePart[],
  signal: AbortSignal,
): Promise<void> {
  const { whole, pieces } = split(parts)
  const patch = await chosenPatch(place, pieces, { scope: 'staged', way: 'reverse' }, signal)
  if (whole.length > 0) await unstageFiles(place, deps, whole, signal)
  if (patch !== null)
    await write(place, deps, { args: ['apply', '--cached', '--reverse', ...EXACT], input: patch }, signal)
}

async function unstageFiles(
  place: ActPlace,
  deps: ActDeps,
  whole: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const paths = whole.flatMap((path) => pathsOf(place.status, path)).map(pathspec)
  const isFirst = place.status.repository.commit === null
  const args = isFirst
    ? ['rm', '--cached', '-r', '-q', '--ignore-unmatch', '--', ...paths]
    : ['reset', '-q', 'HEAD', '--', ...paths]
  await write(place, deps, { args }, signal)
}

/** A change that will be taken out of a file, with the patch that puts it back. */
export type Copy = { readonly change: DiscardedChange; readonly patch: Buffer }

/**
 * Takes parts out of the files. `keep` stores each copy before anything is changed. A whole file is as in the last commit
 * afterwards, also in the index. Returns the copies that put the files back; copies of what only the index held are kept
 * beside them.
 */
export async function discard(
  place: ActPlace,
  deps: ActDeps & { readonly id: () => string; readonly now: () => number },
  parts: readonly ChangePart[],
  keep: (copies: readonly Copy[]) => void,
  signal: AbortSignal,
): Promise<readonly DiscardedChange[]> {
  const { whole, pieces } = split(parts)
  const from = place.status.repository.commit
  const copies: (Copy & { readonly isApplied: boolean })[] = []
  const copy = (path: string, patch: FilePatch, text: string, isApplied = true) => {
    if (text.length > MOST_COPY) throw AppError.saying('other', say('changes.tooLarge', { path }))
    const count = (mark: string) =>
      patch.hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(mark)).length
    const change = { id: deps.id(), path, at: deps.now(), added: count('+'), removed: count('-') }
    copies.push({ change, patch: Buffer.from(text, 'latin1'), isApplied })
  }
  const entryOf = (path: string) => place.status.entries.get(path)
  for (const path of whole.flatMap((each) => pathsOf(place.status, each))) {
    if ((await sizeOf(deps.join(place.repository.top, path))) > MOST_COPY)
      throw AppError.saying('other', say('changes.tooLarge', { path }))
    const patch = await wholePatch(place, path, from, signal)
    if (patch !== null) copy(path, patch, patch.text)
    // Lines that are in the index only would be lost: the file has others in their place.
    const isSplit = entryOf(path)?.staged === true && entryOf(path)?.unstaged === true
    const file = { path, from: null, kind: 'modified' } as const
    const index = isSplit ? await patchOf(place.repository, 'staged', from, file, signal, ['--binary']) : null
    if (index !== null) copy(path, index, index.text, false)
  }
  for (const part of pieces) {
    const { file, hunks } = await findHunks(place, part, 'unstaged', signal)
    const chosen = part.lines === undefined ? null : new Set(part.lines)
    copy(part.path, { ...file, hunks }, partOfPatch(file, hunks, chosen, 'reverse'))
  }
  const applied = copies.filter(({ isApplied }) => isApplied)
  if (applied.length === 0) return []
  keep(copies)
  const staged = whole.filter((path) => entryOf(path)?.staged === true)
  if (staged.length > 0) await unstageFiles(place, deps, staged, signal)
  const input = Buffer.concat(applied.map(({ patch }) => patch))
  await write(place, deps, { args: ['apply', '--reverse', ...EXACT], input }, signal)
  return applied.map(({ change }) => change)
}

/** Bytes of a file; 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size
  } catch (error) {
    if (isErrno(error)) return 0
    throw error
  }
}

/** Everything that differs in a file from the last commit, as a patch that can be taken back. */
async function wholePatch(
  { repository, status }: ActPlace,
  path: string,
  from: string | null,
  signal: AbortSignal,
): Promise<FilePatch | null> {
  const isNew =
    status.entries.get(path)?.kind === 'untracked' || (await isMissing(repository, path, from, signal))
  const kind = isNew ? 'untracked' : 'modified'
  return patchOf(repository, 'uncommitted', from, { path, from: null, kind }, signal, [
    '--binary',
    '--no-renames',
  ])
}

/** Whether the last commit has no such file. Such a file counts as a new one. */
async function isMissing(
  repository: Repository,
  path: string,
  from: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (from === null) return true
  const found = await repository.read(['ls-tree', '--name-only', '-z', from, '--', path], signal)
  return found.length === 0
}

/** Puts a discarded change back. Nothing is changed when it no longer fits. */
export async function restore(
  place: Pick<ActPlace, 'repository'>,
  deps: ActDeps,
  { path, patch }: { readonly path: string; readonly patch: Buffer },
  signal: AbortSignal,
): Promise<void> {
  try {
    await write(place, deps, { args: ['apply', ...EXACT], input: patch }, signal)
  } catch (error) {
    if (error instanceof AppError && /patch does not apply|already exists/.test(error.message))
      throw AppError.saying('other', say('changes.restoreConflict', { path }))
    throw error
  }
}

/** White space is part of the change, and is neither mended nor warned about. */
const EXACT = ['--whitespace=nowarn', '-']

function split(parts: readonly ChangePart[]) {
  return {
    whole: parts.filter(({ hunks }) => hunks === undefined).map(({ path }) => path),
    pieces: parts.filter(({ hunks }) => hunks !== undefined),
  }
}

/** A renamed file has two paths, which go together. */
function pathsOf(status: Status, path: string): readonly string[] {
  const from = status.entries.get(path)?.from ?? null
  return from === null ? [path] : [from, path]
}

type Direction = { readonly scope: 'unstaged' | 'staged'; readonly way: PatchWay }

async function chosenPatch(
  place: ActPlace,
  pieces: readonly ChangePart[],
  { scope, way }: Direction,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const texts: string[] = []
  for (const part of pieces) {
    const { file, hunks } = await findHunks(place, part, scope, signal)
    texts.push(partOfPatch(file, hunks, part.lines === undefined ? null : new Set(part.lines), way))
  }
  return texts.length === 0 ? null : Buffer.from(texts.join(''), 'latin1')
}

/** Finds the hunks as they are now. Those that changed since they were shown are refused. */
async function findHunks(
  { repository, status }: ActPlace,
  { path, hunks: ids = [] }: ChangePart,
  scope: 'unstaged' | 'staged',
  signal: AbortSignal,
): Promise<{ readonly file: FilePatch; readonly hunks: readonly PatchHunk[] }> {
  const entry = status.entries.get(path)
  if (entry === undefined) throw AppError.saying('other', say('changes.moved', { path }))
  const kind = entry.kind === 'untracked' ? 'untracked' : 'modified'
  const file = await patchOf(
    repository,
    scope,
    status.repository.commit,
    { path, from: entry.from, kind },
    signal,
  )
  const byId = hunksById(path, file?.hunks ?? [])
  const hunks = ids.map((id) => byId.get(id))
  if (file === null || !hunks.every((hunk) => hunk !== undefined))
    throw AppError.saying(
      'other',
      say(entry.staged && entry.unstaged ? 'changes.mixed' : 'changes.moved', { path }),
    )
  return { file, hunks }
}
