import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Git } from '../git/start-git.ts'
import type { FolderReader } from './folder-reader.ts'
import { branchAround, repositoryAround } from './git-branch.ts'
import { branchesOnDisk } from './git-refs.ts'
import type { PathRules } from './paths.ts'

const LIMIT_MS = 5_000
/** More branches than this are found by typing a name git knows. */
const MOST = 500

type Deps = {
  readonly reader: Pick<FolderReader, 'bytes' | 'look' | 'someItems'>
  readonly rules: PathRules
  readonly git: Pick<Git, 'look'>
}

const LIST = [
  'for-each-ref',
  '--sort=-committerdate',
  `--count=${MOST}`,
  '--format=%(refname)',
  'refs/heads',
  'refs/remotes',
]

/** The branches that can be compared with: the one checked out, then those that changed last. None: no repository. */
export async function branchesOf(
  folder: string,
  deps: Deps,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const current = await branchAround(folder, deps)
  if (current === null) return []
  const names = (await refsOf(folder, deps, signal))
    .map((name) => name.trim().replace(/^refs\/(?:heads|remotes)\//, ''))
    .filter((name) => name !== '' && !name.endsWith('/HEAD'))
  return names.includes(current) ? [current, ...names.filter((name) => name !== current)] : names
}

/** Asks git, or reads the names from the disk where git must not be started. */
async function refsOf(folder: string, deps: Deps, signal: AbortSignal): Promise<readonly string[]> {
  const question = { folder, args: LIST, limitMs: LIMIT_MS, entersSubmodules: false }
  const answer = await deps.git.look({ ...question, reads: 'objects' }, signal)
  if (answer.ok) return answer.output.toString('utf8').split('\n')
  const gitFolder = answer.risk === null ? null : await repositoryAround(folder, deps)
  const names = gitFolder === null ? null : await branchesOnDisk(gitFolder, deps, MOST)
  if (names === null) throw AppError.saying('other', say('project.noBranches'))
  return names
}
