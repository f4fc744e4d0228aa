import type { DeletedBranch } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'
import { branchesOf, checkName } from './branches.ts'

/** A wish to delete a branch. `seen`: the commit whose loss the person has confirmed; null asks first. */
export type BranchDeletion = { readonly name: string; readonly seen: string | null }

/** Gives a branch another name. The branch of another work tree keeps its name, since the way back needs it. */
export async function renameBranch(
  place: ActPlace,
  deps: ActDeps,
  { name, to }: { readonly name: string; readonly to: string },
  signal: AbortSignal,
): Promise<void> {
  await checkName(place, to, signal)
  await freeBranch(place, name, signal)
  try {
    await write(place, deps, { args: ['branch', '--move', '--', name, to] }, signal)
  } catch (error) {
    if (error instanceof AppError && /already exists/.test(error.message))
      throw AppError.saying('other', say('changes.branchExists', { name: to }))
    throw error
  }
}

/**
 * Deletes a branch. Commits that no other branch has are lost with it, so they are counted first, and the person
 * confirms their loss.
 */
export async function deleteBranch(
  place: ActPlace,
  deps: ActDeps,
  { name, seen }: BranchDeletion,
  signal: AbortSignal,
): Promise<DeletedBranch> {
  const { upstream } = await freeBranch(place, name, signal)
  if (place.status.repository.branch === name)
    throw AppError.saying('other', say('changes.branchCurrent', { name }))
  const ref = `refs/heads/${name}`
  const read = async (args: readonly string[]) =>
    (await place.repository.read(args, signal)).toString('utf8').trim()
  const commit = await read(['rev-parse', '--verify', `${ref}^{commit}`])
  // The exclusion holds for the next option only.
  const others = ['--not', `--exclude=${name}`, '--branches', '--remotes', '--tags']
  const lost = Number(await read(['rev-list', '--count', commit, ...others]))
  if (lost > 0 && seen === null) return { kind: 'unmerged', name, commit, commits: lost }
  if (lost > 0 && seen !== commit) throw AppError.saying('other', say('changes.branchMoved', { name }))
  await write(place, deps, { args: ['branch', '--delete', '--force', '--', name] }, signal)
  return { kind: 'deleted', name, commit, upstream }
}

/** Puts a deleted branch back to where it was, with its upstream. */
export async function restoreBranch(
  place: ActPlace,
  deps: ActDeps,
  {
    name,
    commit,
    upstream,
  }: { readonly name: string; readonly commit: string; readonly upstream: string | null },
  signal: AbortSignal,
): Promise<void> {
  await checkName(place, name, signal)
  await write(place, deps, { args: ['branch', '--no-track', '--', name, commit] }, signal)
  if (upstream === null) return
  await checkName(place, upstream, signal)
  await write(place, deps, { args: ['branch', `--set-upstream-to=${upstream}`, '--', name] }, signal)
}

async function freeBranch(place: ActPlace, name: string, signal: AbortSignal) {
  const { branches } = await branchesOf(place, signal)
  const branch = branches.find((each) => each.name === name)
  if (branch === undefined) throw AppError.saying('other', say('changes.branchGone', { name }))
  if (branch.isElsewhere) throw AppError.saying('other', say('changes.branchElsewhere', { name }))
  return branch
}
