import type { Git } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'

const LIMIT_MS = 2_000
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--ignore-submodules=all']

type Deps = {
  readonly reader: Pick<FolderReader, 'look'>
  readonly rules: PathRules
  readonly git: Pick<Git, 'look'>
}

/** Counts the files that `git status` lists. `null`: no repository, no git, too slow, or not safe to ask. */
export async function changedFiles(folder: string, deps: Deps, signal: AbortSignal): Promise<number | null> {
  if (!(await isRepository(folder, deps))) return null
  const answer = await deps.git.look(
    { folder, args: STATUS, limitMs: LIMIT_MS, reads: 'files', entersSubmodules: false },
    signal,
  )
  return answer.ok ? countChanges(answer.output.toString('utf8')) : null
}

async function isRepository(folder: string, { reader, rules }: Deps): Promise<boolean> {
  try {
    await reader.look(rules.join(folder, '.git'))
    return true
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}

/** Counts the entries of `git status --porcelain -z`. A rename is one entry in two fields. */
export function countChanges(output: string): number {
  const fields = output.split('\0').filter((field) => field !== '')
  let count = 0
  for (let index = 0; index < fields.length; index++) {
    count += 1
    if (/^(?:[RC].|.[RC]) /.test(fields[index] ?? '')) index += 1
  }
  return count
}
