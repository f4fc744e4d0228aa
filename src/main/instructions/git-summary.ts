import type { EnvironmentFacts } from '../context/instructions/instructions.ts'
import type { Git } from '../git/start-git.ts'
import { countChanges } from '../projects/git-status.ts'

type Summary = Pick<NonNullable<EnvironmentFacts['git']>, 'changed' | 'lastCommit'>

/** A new chat waits no longer for git, in milliseconds. */
const LIMIT_MS = 700
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--ignore-submodules=all']
const NEWEST = ['log', '-1', '--no-show-signature', '--format=%s']

/**
 * Asks git how many files of a folder changed and what its last commit says. Git starts nothing that the repository
 * names; what cannot be asked safely, or in time, is left out.
 */
export function createGitSummary(git: Pick<Git, 'look'>) {
  return async (folder: string, signal: AbortSignal): Promise<Summary> => {
    const question = { folder, limitMs: LIMIT_MS, entersSubmodules: false }
    const [status, newest] = await Promise.all([
      git.look({ ...question, args: STATUS, reads: 'files' }, signal),
      git.look({ ...question, args: NEWEST, reads: 'objects' }, signal),
    ])
    return {
      ...(status.ok ? { changed: countChanges(status.output.toString('utf8')) } : {}),
      ...(newest.ok ? { lastCommit: newest.output.toString('utf8') } : {}),
    }
  }
}

export type GitSummary = ReturnType<typeof createGitSummary>
