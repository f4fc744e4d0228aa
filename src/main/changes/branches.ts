import type { BranchList } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write } from './acts.ts'

/** Branches that are listed, the newest first. */
const MOST_BRANCHES = 500

/** Lists the local branches, the one with the newest commit first. */
export async function branchesOf(
  { repository, status }: Pick<ActPlace, 'repository' | 'status'>,
  signal: AbortSignal,
): Promise<BranchList> {
  const format = '%(refname:short)%00%(upstream:short)%00%(committerdate:unix)%00%(worktreepath)'
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
  return { current: status.repository.branch, branches }
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

/** Git knows which names a branch may have. */
async function checkName({ repository }: ActPlace, name: string, signal: AbortSignal): Promise<void> {
  const refuse = () => AppError.saying('other', say('changes.branchName', { name }))
  if (name.startsWith('-')) throw refuse()
  try {
    await repository.read(['check-ref-format', '--branch', name], signal)
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
