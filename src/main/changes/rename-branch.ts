import type { DeletedBranch } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'
import { branchesOf, checkName } from './branches.ts'

/** The settings of a deleted branch, such as its description, as keys without the name of the branch. */
export type BranchSettings = readonly { readonly key: string; readonly value: string }[]

/** What was set for deleted branches, until the app ends. */
export type DeletedSettings = Map<string, BranchSettings>

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
  { name, seen, kept }: BranchDeletion & { readonly kept: DeletedSettings },
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
  const settings = await settingsOf(place, name, signal)
  await deleteAt(place, deps, { name, commit }, signal)
  kept.set(settingsKey(place, name, commit), settings)
  return { kind: 'deleted', name, commit, upstream }
}

/**
 * Deletes a branch only while it is at the commit whose loss was counted, and puts it back where another work tree has
 * checked it out meanwhile.
 */
async function deleteAt(
  place: ActPlace,
  deps: ActDeps,
  { name, commit }: { readonly name: string; readonly commit: string },
  signal: AbortSignal,
): Promise<void> {
  const ref = `refs/heads/${name}`
  try {
    await write(place, deps, { args: ['update-ref', '--no-deref', '-d', ref, commit] }, signal)
  } catch (error) {
    if (error instanceof AppError && /but expected|reference (?:is )?missing/i.test(error.message))
      throw AppError.saying('other', say('changes.branchMoved', { name }))
    throw error
  }
  const trees = await place.repository.read(['worktree', 'list', '--porcelain', '-z'], signal)
  if (trees.toString('utf8').split('\0').includes(`branch ${ref}`)) {
    await write(place, deps, { args: ['update-ref', ref, commit, ''] }, signal)
    throw AppError.saying('other', say('changes.branchElsewhere', { name }))
  }
  const settings = ['config', '--local', '--remove-section', `branch.${name}`]
  await write(place, deps, { args: settings }, signal).catch((error: unknown) => {
    // A branch without an upstream has no settings.
    if (!(error instanceof AppError)) throw error
  })
}

/** Names a deleted branch among those of all repositories. */
const settingsKey = ({ repository }: ActPlace, name: string, commit: string): string =>
  [repository.gitFolder, name, commit].join('\0')

/** Reads what is set for a branch. */
async function settingsOf(
  { repository }: ActPlace,
  name: string,
  signal: AbortSignal,
): Promise<BranchSettings> {
  const list = await repository.read(['config', '--local', '--null', '--list'], signal)
  const prefix = `branch.${name}.`
  return list
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [setting = '', ...value] = entry.split('\n')
      const key = setting.slice(prefix.length)
      // The name of another branch may begin with this one and a dot.
      return setting.startsWith(prefix) && !key.includes('.') ? [{ key, value: value.join('\n') }] : []
    })
}

/** Puts a deleted branch back to where it was, with its upstream and all that was set for it. */
export async function restoreBranch(
  place: ActPlace,
  deps: ActDeps,
  {
    name,
    commit,
    upstream,
    kept,
  }: {
    readonly name: string
    readonly commit: string
    readonly upstream: string | null
    readonly kept: DeletedSettings
  },
  signal: AbortSignal,
): Promise<void> {
  await checkName(place, name, signal)
  await write(place, deps, { args: ['branch', '--no-track', '--', name, commit] }, signal)
  const settings = kept.get(settingsKey(place, name, commit)) ?? []
  for (const { key, value } of settings) {
    const args = ['config', '--local', '--add', '--', `branch.${name}.${key}`, value]
    await write(place, deps, { args }, signal)
  }
  if (upstream === null || settings.some(({ key }) => key === 'merge')) return
  await checkName(place, upstream, signal)
  const ref = await upstreamRef(place, upstream, signal)
  await write(place, deps, { args: ['branch', `--set-upstream-to=${ref}`, '--', name] }, signal)
}

/** Returns the whole name of an upstream. Its short name may also be that of a tag. */
async function upstreamRef({ repository }: ActPlace, name: string, signal: AbortSignal): Promise<string> {
  for (const ref of [`refs/remotes/${name}`, `refs/heads/${name}`]) {
    const found = await repository.read(['rev-parse', '--verify', '--quiet', ref], signal, [1])
    if (found.length > 0) return ref
  }
  return name
}

async function freeBranch(place: ActPlace, name: string, signal: AbortSignal) {
  const { branches } = await branchesOf(place, signal)
  const branch = branches.find((each) => each.name === name)
  if (branch === undefined) throw AppError.saying('other', say('changes.branchGone', { name }))
  if (branch.isElsewhere) throw AppError.saying('other', say('changes.branchElsewhere', { name }))
  return branch
}
