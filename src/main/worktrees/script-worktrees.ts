import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { riskSentence } from '../git/risk-words.ts'
import type { Git } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import type { Logger } from '../lib/logger.ts'

/** Time limit of one git command, in milliseconds. */
const LIMIT_MS = 60_000

type Deps = {
  readonly folder: string
  readonly name: () => string
  readonly git: Git
  /** Whether the person trusts a project in this folder. */
  readonly isTrusted: (folder: string) => Promise<boolean>
  readonly logger: Logger
}

/** A work tree of an agent's own. */
export type Worktree = {
  /** The path inside it that corresponds to the opened folder. */
  readonly path: string
  /** Removes it only when nothing in it would be lost. Answers with its folder when it was kept, otherwise null. */
  readonly close: () => Promise<string | null>
}

export type Worktrees = {
  /**
   * Checks out the repository of a folder. A repository that may start programs needs the trust of the person;
   * without it the call fails with a sentence.
   */
  readonly open: (folder: string, signal: AbortSignal) => Promise<Worktree>
  /** Removes what an app that was killed has left, as far as nothing in it would be lost. */
  readonly tidy: (signal: AbortSignal) => Promise<void>
}

/** Returns what git prints in a folder, without the end of the last line. Throws where git fails. */
type AskGit = (folder: string, args: readonly string[], signal: AbortSignal) => Promise<string>

/** Git work trees for agents that should not get in each other's way. */
export function createWorktrees({ folder, name, git, isTrusted, logger }: Deps): Worktrees {
  const open = new Set<string>()
  const askAs = (trusted: boolean) => (trusted ? askTrusted(git) : askUntrusted(git))

  const close = async (tree: string, ask: AskGit): Promise<string | null> => {
    const never = new AbortController().signal
    try {
      if (!(await holdsWork(ask, tree, never))) {
        await remove(ask, tree, never)
        return null
      }
      logger.info('A work tree was kept, because it holds work', { tree })
    } catch (error) {
      logger.warn('A work tree could not be tidied away and was kept', { tree, reason: String(error) })
    } finally {
      open.delete(tree)
    }
    return tree
  }

  return {
    open: async (place, signal) => {
      const tree = join(folder, name())
      open.add(tree)
      try {
        const ask = askAs(await isTrusted(place))
        await mkdir(folder, { recursive: true })
        const below = await ask(place, ['rev-parse', '--show-prefix'], signal)
        await ask(place, ['worktree', 'add', '--detach', tree], signal)
        const path = join(tree, below)
        // A folder that holds nothing git knows is not in the new tree.
        await mkdir(path, { recursive: true })
        return { path, close: () => close(tree, ask) }
      } catch (error) {
        open.delete(tree)
        signal.throwIfAborted()
        if (error instanceof AppError) throw error
        throw AppError.saying('script.failed', say('script.noRepository'), { cause: error })
      }
    },
    tidy: async (signal) => {
      for (const left of await namesIn(folder)) {
        const tree = join(folder, left)
        if (open.has(tree)) continue
        try {
          const repository = await repositoryOf(tree)
          const ask = askAs(repository !== null && (await isTrusted(repository)))
          if (!(await holdsWork(ask, tree, signal))) await remove(ask, tree, signal)
        } catch (error) {
          signal.throwIfAborted()
          logger.info('A work tree from before was kept', { tree, reason: String(error) })
        }
      }
    },
  }
}

/** Whether a file was changed or made, also one that git ignores, or a commit is on no branch and no tag. */
async function holdsWork(ask: AskGit, tree: string, signal: AbortSignal): Promise<boolean> {
  if ((await ask(tree, ['status', '--porcelain', '--ignored'], signal)) !== '') return true
  const heads = ['rev-list', '--max-count=1', 'HEAD', '--not', '--branches', '--tags', '--remotes']
  if ((await ask(tree, heads, signal)) === '') return false
  // On a repository whose own head is detached, the commit of that head is no work of the agent.
  const repository = await ask(tree, ['rev-parse', '--path-format=absolute', '--git-common-dir'], signal)
  const known = await ask(tree, ['--git-dir', repository, 'rev-parse', 'HEAD'], signal)
  return (await ask(tree, ['rev-list', '--max-count=1', 'HEAD', '--not', known], signal)) !== ''
}

async function remove(ask: AskGit, tree: string, signal: AbortSignal): Promise<void> {
  const repository = await ask(tree, ['rev-parse', '--path-format=absolute', '--git-common-dir'], signal)
  await ask(repository, ['worktree', 'remove', tree], signal)
}

/** In a folder that the person trusts: filters of the repository run. */
function askTrusted(git: Git): AskGit {
  return async (folder, args, signal) => {
    const answer = await git.work({ folder, args, limitMs: LIMIT_MS }, signal)
    if (!answer.ok) throw new Error(answer.problem)
    return answer.output.toString('utf8').trimEnd()
  }
}

/** In any other folder: nothing of the repository runs, or git is not started. */
function askUntrusted(git: Git): AskGit {
  return async (folder, args, signal) => {
    const question = { folder, args, limitMs: LIMIT_MS, reads: 'files', entersSubmodules: true } as const
    const answer = await git.look(question, signal)
    if (answer.ok) return answer.output.toString('utf8').trimEnd()
    if (answer.risk === null) throw new Error(answer.problem)
    throw AppError.saying('script.failed', [say('git.worktreeNeedsTrust'), riskSentence(answer.risk)])
  }
}

/** Returns the folder of the repository that a tree belongs to, or `null` when its file does not name one. */
async function repositoryOf(tree: string): Promise<string | null> {
  const pointer = await readFile(join(tree, '.git'), 'utf8')
  return /^gitdir: (.+)[\\/]\.git[\\/]worktrees[\\/][^\n]+/.exec(pointer)?.[1] ?? null
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
