import type { BranchList, UpstreamDistance } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'

/** Branches that are listed, the newest first. */
const MOST_BRANCHES = 500

/** Lists the branches here and on remotes, the one with the newest commit first. */
export async function branchesOf(
  { repository, status }: Pick<ActPlace, 'repository' | 'status'>,
  signal: AbortSignal,
): Promise<BranchList> {
  // A short name would be longer where a tag has the same name as the branch.
  const format = '%(refname:lstrip=2)%00%(upstream:lstrip=2)%00%(committerdate:unix)%00%(worktreepath)'
  const args = [
    'for-each-ref',
    `--count=${MOST_BRANCHES}`,
    '--sort=-committerdate',
    `--format=${format}`,
    'refs/heads',
  ]
  const output = (await repository.read(args, signal)).toString('utf8')
  const branches = output.split('\n').flatMap((line) => {
    const [name = '', upstream = '', at = '0', worktree = ''] = line.split('\0')
    if (name === '') return []
    const isElsewhere = worktree !== '' && worktree !== repository.top
    return [{ name, upstream: upstream === '' ? null : upstream, at: Number(at) * 1_000, isElsewhere }]
  })
  return { current: status.repository.branch, branches, remotes: await remotesOf(repository, signal) }
}

/** Lists the branches of remotes as this computer knows them. */
async function remotesOf(
  { read }: ActPlace['repository'],
  signal: AbortSignal,
): Promise<BranchList['remotes']> {
  const args = [
    'for-each-ref',
    `--count=${MOST_BRANCHES}`,
    '--sort=-committerdate',
    '--format=%(refname:lstrip=2)%00%(committerdate:unix)%00%(symref)',
    'refs/remotes',
  ]
  const output = (await read(args, signal)).toString('utf8')
  return output.split('\n').flatMap((line) => {
    const [name = '', at = '0', symref = ''] = line.split('\0')
    return name === '' || symref !== '' ? [] : [{ name, at: Number(at) * 1_000 }]
  })
}

/**
 * Switches to a branch, or creates one at the last commit. Uncommitted changes come along. Git refuses where it would
 * overwrite one, and nothing is changed then.
 */
export async function switchTo(
  place: ActPlace,
  deps: ActDeps,
  { name, create }: { readonly name: string; readonly create: boolean },
  signal: AbortSignal,
): Promise<void> {
  // Git would read such a name as an option, and a program can make such a branch.
  await checkName(place, name, signal)
  const args = create ? ['switch', '--quiet', '--create', name] : ['switch', '--quiet', '--no-guess', name]
  try {
    await write(place, deps, { args }, signal)
  } catch (error) {
    throw error instanceof AppError ? switchProblem(error, name) : error
  }
}

/** Counts the commits that the branch and its upstream do not share. Null without an upstream. */
export async function distanceOf(
  { read }: ActPlace['repository'],
  signal: AbortSignal,
): Promise<UpstreamDistance | null> {
  const named = ['rev-parse', '--symbolic-full-name', '@{upstream}']
  const ref = (await read(named, signal, [128])).toString('utf8').trim()
  if (!ref.startsWith('refs/')) return null
  const upstream = ref.replace(/^refs\/[^/]+\//, '')
  const counted = await read(['rev-list', '--left-right', '--count', 'HEAD...@{upstream}'], signal)
  const [ahead = 0, behind = 0] = counted.toString('utf8').trim().split('\t').map(Number)
  return { upstream, ahead, behind }
}

/** Creates a branch that follows one of a remote, such as `origin/deeper`, and switches to it. */
export async function trackBranch(
  place: ActPlace,
  deps: ActDeps,
  remote: string,
  signal: AbortSignal,
): Promise<void> {
  const known = await remotesOf(place.repository, signal)
  const names = (await place.repository.read(['remote'], signal)).toString('utf8').trim().split('\n')
  // The name of a remote may hold slashes, so the longest that fits is meant.
  const owner = names
    .filter((name) => remote.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  if (owner === undefined || !known.some(({ name }) => name === remote))
    throw AppError.saying('other', say('changes.branchGone', { name: remote }))
  const name = remote.slice(owner.length + 1)
  await checkName(place, name, signal)
  try {
    const args = ['switch', '--quiet', '--create', name, '--track=direct', `refs/remotes/${remote}`]
    await write(place, deps, { args }, signal)
  } catch (error) {
    throw error instanceof AppError ? switchProblem(error, name) : error
  }
}

/** Throws a sentence for a name that no branch can have. Git knows which ones those are. */
export async function checkName({ repository }: ActPlace, name: string, signal: AbortSignal): Promise<void> {
  const refuse = () => AppError.saying('other', say('changes.branchName', { name }))
  if (name.startsWith('-')) throw refuse()
  try {
    const read = await repository.read(['check-ref-format', '--branch', name], signal)
    // `@{-1}` is read as the name of another branch.
    if (read.toString('utf8').trim() !== name) throw refuse()
  } catch (error) {
    throw error instanceof AppError ? refuse() : error
  }
}

function switchProblem(error: AppError, name: string): AppError {
  const overwritten = /would be overwritten by checkout:([\s\S]*?)(?:Please|Aborting|$)/.exec(error.message)
  if (overwritten !== null)
    return AppError.saying(
      'other',
      say('changes.switchConflict', { name, paths: pathsIn(overwritten[1] ?? '') }),
    )
  if (/already exists/.test(error.message))
    return AppError.saying('other', say('changes.branchExists', { name }))
  if (/already (?:checked out|used by worktree)/.test(error.message))
    return AppError.saying('other', say('changes.branchElsewhere', { name }))
  return error
}

const pathsIn = (text: string): string =>
  text
    .trim()
    .split(/\s*[\n\t]\s*/)
    .join(', ')
