import { stripVTControlCharacters } from 'node:util'
import type { GitOperation, RepositoryState } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { riskSentence } from '../git/risk-words.ts'
import type { Git, GitAnswer } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import type { FolderReader } from '../projects/folder-reader.ts'
import { parseStatus, type Status } from './parse-status.ts'

/** A repository as this room sees it: where it is, and how it may be asked. */
export type Repository = {
  /** The project's name, for messages. */
  readonly project: string
  /** The top folder of the work tree. */
  readonly top: string
  /** The folder that holds the index and HEAD of this work tree. */
  readonly gitFolder: string
  /** The project's folder below `top`, with a slash at its end; empty for the top. */
  readonly prefix: string
  readonly trusted: boolean
  /** Asks git and returns its whole output. Throws an `AppError` with what git said. */
  readonly read: (
    args: readonly string[],
    signal: AbortSignal,
    answers?: readonly number[],
  ) => Promise<Buffer>
}

export type RepositoryDeps = {
  readonly git: Git
  readonly reader: Pick<FolderReader, 'look' | 'someItems'>
  readonly join: (...parts: string[]) => string
}

type Place = { readonly name: string; readonly path: string; readonly trusted: boolean }

/** Files above this size are compared as binary ones. */
const LARGE = ['-c', 'core.bigFileThreshold=5m']
/** Milliseconds one look at a repository may take. */
const READ_LIMIT_MS = 20_000

/**
 * Opens the repository around a project. An untrusted project is only looked at, without programs that its repository
 * may name.
 */
export async function openRepository(
  { name, path, trusted }: Place,
  { git, join }: RepositoryDeps,
  signal: AbortSignal,
): Promise<Repository> {
  const asks =
    (folder: string): Repository['read'] =>
    async (args, until, answers = []) => {
      const question = { folder, args: [...LARGE, ...args], limitMs: READ_LIMIT_MS, answers }
      const answer = trusted
        ? await git.work(question, until)
        : await git.look({ ...question, reads: 'files', entersSubmodules: false }, until)
      if (!answer.ok) throw refused(answer, join(folder, '.git', 'index.lock'))
      return answer.output
    }
  const places = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-prefix']
  const found = await asks(path)(places, signal).catch((error: unknown) => {
    if (error instanceof AppError && /not a git repository/i.test(error.message))
      throw AppError.saying('other', say('changes.noRepository', { project: name }))
    throw error
  })
  const [top = path, gitFolder = join(path, '.git'), prefix = ''] = found.toString('utf8').split('\n')
  return { project: name, top, gitFolder, prefix, trusted, read: asks(top) }
}

/** Returns the branch, its distance to the upstream, and every file that git sees as changed. */
export async function statusOf(repository: Repository, signal: AbortSignal): Promise<Status> {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--untracked-files=all',
    '--',
    ...insideProject(repository),
  ]
  return parseStatus((await repository.read(args, signal)).toString('utf8'))
}

/** The pathspec of the project's folder. */
export function insideProject({ prefix }: Repository): readonly string[] {
  return prefix === '' ? [] : [pathspec(prefix)]
}

/** The pathspec of one file, whose name is taken as it is. */
export const pathspec = (path: string): string => `:(top,literal)${path}`

const OPERATIONS: readonly (readonly [string, GitOperation])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
]

/** Finds what git is in the middle of. */
export async function operationOf(
  { gitFolder }: Repository,
  { reader, join }: RepositoryDeps,
): Promise<RepositoryState['operation']> {
  for (const [name, operation] of OPERATIONS) {
    try {
      await reader.look(join(gitFolder, name))
      return operation
    } catch (error) {
      if (!isErrno(error)) throw error
    }
  }
  return null
}

/** Turns a refusal of git into an error for the person. `lock` is the lock file of the index. */
export function refused(answer: Extract<GitAnswer, { ok: false }>, lock: string): AppError {
  if (answer.risk !== null) return AppError.saying('other', riskSentence(answer.risk))
  const { problem, stopped } = answer
  if (stopped !== undefined) return AppError.saying('other', say(STOPPED[stopped]))
  if (/ENOENT/.test(problem)) return AppError.saying('other', say('changes.noGit'))
  if (/index\.lock/.test(problem)) return AppError.saying('other', say('changes.locked', { lock }))
  return AppError.saying('other', say('changes.git', { reason: plainReason(problem) }))
}

const STOPPED = { cancelled: 'changes.askCancelled', unanswered: 'changes.askUnanswered' } as const

/** The words of git without its own prefixes and hints. */
function plainReason(problem: string): string {
  const lines = problem.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  return lines
    .map((line) => stripVTControlCharacters(line).replace(/^(?:fatal|error): /, ''))
    .join('\n')
    .slice(0, 1_000)
}
