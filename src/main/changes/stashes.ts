import type { Stash } from '#shared/changes/history.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { TreeComparison } from '#shared/worktree/worktree.ts'
import { differenceOf, PLAIN_DIFF } from '../git/draw-patch.ts'
import { parsePatch } from '../git/parse-patch.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'
import { pathspec, type Repository } from './repository.ts'

/** Stashes that are listed, the newest first. */
const MOST_STASHES = 200
/** Characters of a message that are kept. */
const LONGEST_MESSAGE = 1_000

/** Lists what was put away, the newest first. */
export async function stashesOf(repository: Repository, signal: AbortSignal): Promise<readonly Stash[]> {
  const args = ['stash', 'list', `--max-count=${MOST_STASHES}`, '-z', '--format=%H%x1f%ct%x1f%gs']
  const output = (await repository.read(args, signal)).toString('utf8')
  return output.split('\0').flatMap((record) => {
    const [id = '', at = '0', message = ''] = record.split('\x1f')
    return id === '' ? [] : [{ id, at: Number(at) * 1_000, message: message.slice(0, LONGEST_MESSAGE) }]
  })
}

/** Changes to put away. `paths`: null puts all away. */
export type StashWish = { readonly message: string; readonly paths: readonly string[] | null }

/** Puts uncommitted changes away, new files included. */
export async function stashChanges(
  place: ActPlace,
  deps: ActDeps,
  { message, paths }: StashWish,
  signal: AbortSignal,
): Promise<void> {
  const { entries } = place.status
  // A renamed file is stashed with the name that it had.
  const chosen = paths?.flatMap((path) => {
    const entry = entries.get(path)
    return entry === undefined ? [] : entry.from === null ? [path] : [path, entry.from]
  })
  if (entries.size === 0 || chosen?.length === 0)
    throw AppError.saying('other', say('changes.nothingToStash'))
  const args = ['stash', 'push', '--quiet', '--include-untracked']
  const named = message === '' ? [] : ['--message', message]
  if (chosen === undefined) {
    await write(place, deps, { args: [...args, ...named] }, signal)
    return
  }
  const listed = (paths: readonly string[]) => paths.map(pathspec).join('\0')
  const gone = await stagedDeletions(place, signal)
  const deleted = chosen.filter((path) => gone.has(path))
  // Git finds a path in the index or the files, so a deletion leaves the index before it is put away.
  if (deleted.length > 0)
    await write(place, deps, { args: ['reset', '--quiet', ...FROM_INPUT], input: listed(deleted) }, signal)
  await write(place, deps, { args: [...args, ...named, ...FROM_INPUT], input: listed(chosen) }, signal)
}

const FROM_INPUT = ['--pathspec-from-file=-', '--pathspec-file-nul']

async function stagedDeletions({ repository }: ActPlace, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const args = ['diff', '--cached', '--no-ext-diff', '--no-renames', '--name-only', '--diff-filter=D', '-z']
  const output = (await repository.read(args, signal)).toString('utf8')
  return new Set(output.split('\0').filter((path) => path !== ''))
}

/** Files of a stash that are shown. */
const MOST_FILES = 300

/** Returns the changes of a stash, its new files included. */
export async function contentOf(
  repository: Repository,
  id: string,
  signal: AbortSignal,
): Promise<TreeComparison> {
  const parents = (await repository.read(['rev-list', '--parents', '--max-count=1', id], signal))
    .toString('utf8')
    .trim()
    .split(' ')
  const [, base, , untracked] = parents
  if (base === undefined) throw AppError.saying('other', say('changes.stashGone'))
  const outputs = [await repository.read([...PLAIN_DIFF, base, id], signal)]
  if (untracked !== undefined) {
    const tree = ['diff-tree', '--root', '--no-commit-id', '-p', '-r', ...PLAIN_DIFF.slice(1)]
    outputs.push(await repository.read([...tree, untracked], signal))
  }
  const patches = outputs.flatMap((output) => parsePatch(output.toString('latin1')))
  return { files: patches.slice(0, MOST_FILES).map(differenceOf), cut: patches.length > MOST_FILES }
}

/** Puts stashed changes back into the files, and keeps the stash. */
export async function applyStash(
  place: ActPlace,
  deps: ActDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  await numberOf(place, id, signal)
  try {
    await write(place, deps, { args: ['stash', 'apply', '--quiet', id] }, signal)
  } catch (error) {
    const paths = await conflicts(place, signal)
    if (paths.length === 0) throw error
    throw AppError.saying('other', say('changes.stashConflict', { paths: paths.join(', ') }))
  }
}

/** Times that a stash is looked up again because its number changed. */
const MOST_TRIES = 5

/** Removes a stash. Git knows it by a number, so what it dropped is compared. `keepStash` brings it back as long as git has not cleaned up. */
export async function dropStash(
  place: ActPlace,
  deps: ActDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const at = await numberOf(place, id, signal)
    const output = await write(place, deps, { args: ['stash', 'drop', `stash@{${at}}`] }, signal)
    const dropped = /\(([0-9a-f]{40,64})\)\s*$/.exec(output.toString('utf8'))?.[1]
    if (dropped === undefined || dropped === id) return
    // Another program made or dropped a stash meanwhile, so another one had this number.
    const subject = await place.repository.read(['log', '-1', '--format=%s', dropped], signal)
    const message = subject.toString('utf8').trim()
    await keepStash(place, deps, { id: dropped, message: message === '' ? dropped : message }, signal)
  }
  throw AppError.saying('other', say('changes.stashGone'))
}

/** Puts a dropped stash back into the list. */
export async function keepStash(
  place: ActPlace,
  deps: ActDeps,
  { id, message }: { readonly id: string; readonly message: string },
  signal: AbortSignal,
): Promise<void> {
  await write(place, deps, { args: ['stash', 'store', '--message', message, id] }, signal)
}

/** Returns the place of a stash in the list. Other stashes may have come or gone since it was shown. */
async function numberOf({ repository }: ActPlace, id: string, signal: AbortSignal): Promise<number> {
  const at = (await stashesOf(repository, signal)).findIndex((stash) => stash.id === id)
  if (at < 0) throw AppError.saying('other', say('changes.stashGone'))
  return at
}

async function conflicts({ repository }: ActPlace, signal: AbortSignal): Promise<readonly string[]> {
  const output = await repository.read(['diff', '--name-only', '--diff-filter=U', '-z'], signal)
  return output
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
}
