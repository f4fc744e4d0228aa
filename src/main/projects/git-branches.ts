import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { FolderReader } from './folder-reader.ts'
import { branchAround } from './git-branch.ts'
import type { PathRules } from './paths.ts'
import { runGit } from './run-git.ts'

const LIMIT_MS = 5_000
/** More branches than this are found by typing a name git knows. */
const MOST = 500

type Deps = {
  readonly reader: Pick<FolderReader, 'bytes' | 'look'>
  readonly rules: PathRules
  readonly home: string
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
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  const output = await runGit({ folder, home: deps.home, args: LIST }, limit)
  signal.throwIfAborted()
  if (output === null) throw AppError.saying('other', say('project.noBranches'))
  const names = output
    .split('\n')
    .map((name) => name.trim().replace(/^refs\/(?:heads|remotes)\//, ''))
    .filter((name) => name !== '' && !name.endsWith('/HEAD'))
  return names.includes(current) ? [current, ...names.filter((name) => name !== current)] : names
}
