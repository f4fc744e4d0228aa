import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Git } from '../git/start-git.ts'
import { ASK_LIMIT_MS, WRITE_LIMIT_MS } from './ask-cli.ts'
import { FIX_GUIDES } from './fix-words.ts'

type Deps = { readonly git: Pick<Git, 'work'> }

/** The worktree of a repair. `setup`: paths that its set-up brought, which belong to no commit. */
export type FixTree = { readonly folder: string; readonly setup: readonly string[] }

/** Fetches the branch of a pull request. Returns whether its newest commit is the expected one. */
export async function fetchHead(
  { git }: Deps,
  { folder, head, commit }: { readonly folder: string; readonly head: string; readonly commit: string },
  signal: AbortSignal,
): Promise<boolean> {
  const ref = `refs/heads/${head}`
  const named = await git.work({ folder, args: ['check-ref-format', ref], limitMs: ASK_LIMIT_MS }, signal)
  const failed = (reason: string) =>
    AppError.saying('other', say('pulls.fetchFailed', { branch: head, reason: reason.slice(0, 1_000) }))
  if (!named.ok) throw failed(named.problem)
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']
  const fetched = await git.work({ folder, args: [...fetch, 'origin', ref], limitMs: WRITE_LIMIT_MS }, signal)
  if (!fetched.ok) throw failed(fetched.problem)
  const known = await git.work(
    { folder, args: ['cat-file', '-e', `${commit}^{commit}`], limitMs: ASK_LIMIT_MS },
    signal,
  )
  return known.ok
}

/** Returns the guides for repairs that a worktree has. */
export async function guidesIn({ folder }: FixTree): Promise<readonly string[]> {
  const found = await Promise.all(
    FIX_GUIDES.map(async (name) =>
      (await stat(join(folder, name)).catch(() => null))?.isFile() ? [name] : [],
    ),
  )
  return found.flat()
}

/** A repair as a commit. `isDelicate`: it changes files that the checks themselves run. */
export type FixCommit = { readonly commit: string; readonly isDelicate: boolean }

/**
 * Commits all that was changed in the worktree of a repair, without hooks. Returns null where nothing was changed since
 * `base`.
 */
export async function commitFix(
  { git }: Deps,
  { folder, setup }: FixTree,
  { base, message }: { readonly base: string; readonly message: string },
  signal: AbortSignal,
): Promise<FixCommit | null> {
  const run = async (args: readonly string[], answers: readonly number[] = [], input?: string) => {
    const more = input === undefined ? {} : { input }
    const answer = await git.work({ folder, args, answers, limitMs: WRITE_LIMIT_MS, ...more }, signal)
    if (!answer.ok) throw AppError.saying('other', say('changes.git', { reason: answer.problem }))
    return answer.output.toString('utf8')
  }
  const others = setup.map((name) => `:(exclude,literal,top)${name}`)
  await run(['add', '--all', '--', ':(top)', ...others])
  const staged = await run(['diff', '--cached', '--name-only', '-z', '--no-ext-diff'])
  if (staged !== '') await run(['commit', '--quiet', '--file=-'], [], message)
  const commit = (await run(['rev-parse', 'HEAD'])).trim()
  if (commit === base) return null
  const names = await run(['diff', '--name-only', '-z', '--no-ext-diff', '--no-renames', base, commit])
  const paths = names.split('\0').filter((name) => name !== '')
  return paths.length === 0 ? null : { commit, isDelicate: paths.some(isDelicate) }
}

/** Files that services run with rights of the repository: a change there deserves the eyes of the person. */
function isDelicate(path: string): boolean {
  return (
    /^\.(github|gitlab|circleci|buildkite|forgejo|gitea|husky|ci)\//i.test(path) ||
    /(^|\/)(\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.gitmodules|\.gitattributes|jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml)$/i.test(
      path,
    )
  )
}

/**
 * Pushes a commit to the branch of a pull request. Never by force. Returns the reason of a refusal; null when done. With
 * `asks`, git may ask the person for a password; throws a sentence where they cancel or do not answer.
 */
export async function pushFix(
  { git }: Deps,
  {
    folder,
    commit,
    head,
    asks,
  }: { readonly folder: string; readonly commit: string; readonly head: string; readonly asks: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const args = ['push', '--quiet', '--no-follow-tags', '--recurse-submodules=no', 'origin']
  const answer = await git.work(
    { folder, args: [...args, `${commit}:refs/heads/${head}`], limitMs: WRITE_LIMIT_MS, asks },
    signal,
  )
  if (!answer.ok && answer.stopped !== undefined) throw AppError.saying('other', say(STOPPED[answer.stopped]))
  return answer.ok ? null : answer.problem.slice(0, 1_000)
}

const STOPPED = { cancelled: 'changes.askCancelled', unanswered: 'changes.askUnanswered' } as const
