import type { Stash } from '#shared/changes/history.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'
import type { Repository } from './repository.ts'

/** Stashes that are listed, the newest first. */
const MOST_STASHES = 200

/** Lists what was put away, the newest first. */
export async function stashesOf(repository: Repository, signal: AbortSignal): Promise<readonly Stash[]> {
  const args = ['stash', 'list', `--max-count=${MOST_STASHES}`, '-z', '--format=%H%x1f%ct%x1f%gs']
  const output = (await repository.read(args, signal)).toString('utf8')
  return output.split('\0').flatMap((record) => {
    const [id = '', at = '0', message = ''] = record.split('\x1f')
    return id === '' ? [] : [{ id, at: Number(at) * 1_000, message }]
  })
}

/** Puts all uncommitted changes away, new files included. */
export async function stashAll(
  place: ActPlace,
  deps: ActDeps,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  if (place.status.entries.size === 0) throw AppError.saying('other', say('changes.nothingToStash'))
  const named = message === '' ? [] : ['--message', message]
  await write(place, deps, { args: ['stash', 'push', '--quiet', '--include-untracked', ...named] }, signal)
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

/** Removes a stash. `keepStash` brings it back as long as git has not cleaned up. */
export async function dropStash(
  place: ActPlace,
  deps: ActDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const at = await numberOf(place, id, signal)
  await write(place, deps, { args: ['stash', 'drop', '--quiet', `stash@{${at}}`] }, signal)
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
