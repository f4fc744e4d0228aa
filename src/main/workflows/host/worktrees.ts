import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Logger } from '../../lib/logger.ts'

const run = promisify(execFile)

/** How long one call of git may take. */
const LIMIT_MS = 60_000

type Deps = { readonly folder: string; readonly name: () => string; readonly logger: Logger }

/** A work tree of an agent's own. */
export type Worktree = {
  /** The place in it that stands for the folder it was opened for. */
  readonly path: string
  /** Removes it only when nothing in it would be lost. Answers with its folder when it was kept, otherwise null. */
  readonly close: () => Promise<string | null>
}

export type Worktrees = {
  readonly open: (folder: string, signal: AbortSignal) => Promise<Worktree>
  /** Removes what an app that was killed has left, as far as nothing in it would be lost. */
  readonly tidy: (signal: AbortSignal) => Promise<void>
}

/** Git work trees for agents that should not get in each other's way. */
export function createWorktrees({ folder, name, logger }: Deps): Worktrees {
  const open = new Set<string>()

  const close = async (tree: string): Promise<string | null> => {
    const never = new AbortController().signal
    try {
      if (!(await holdsWork(tree, never))) {
        await remove(tree, never)
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
        await mkdir(folder, { recursive: true })
        const below = await git(place, ['rev-parse', '--show-prefix'], signal)
        await git(place, ['worktree', 'add', '--detach', tree], signal)
        const path = join(tree, below)
        // A folder that holds nothing git knows is not in the new tree.
        await mkdir(path, { recursive: true })
        return { path, close: () => close(tree) }
      } catch (error) {
        open.delete(tree)
        signal.throwIfAborted()
        throw AppError.saying('script.failed', say('script.noRepository'), { cause: error })
      }
    },
    tidy: async (signal) => {
      for (const left of await namesIn(folder)) {
        const tree = join(folder, left)
        if (open.has(tree)) continue
        try {
          if (!(await holdsWork(tree, signal))) await remove(tree, signal)
        } catch (error) {
          signal.throwIfAborted()
          logger.info('A work tree from before was kept', { tree, reason: String(error) })
        }
      }
    },
  }
}

/** True when a file was changed or made, also one that git ignores, or when a commit stands on no branch or tag. */
async function holdsWork(tree: string, signal: AbortSignal): Promise<boolean> {
  if ((await git(tree, ['status', '--porcelain', '--ignored'], signal)) !== '') return true
  const heads = ['rev-list', '--max-count=1', 'HEAD', '--not', '--branches', '--tags', '--remotes']
  if ((await git(tree, heads, signal)) === '') return false
  // On a repository whose own head is detached, the commit it stands on is no work of the agent.
  const repository = await git(tree, ['rev-parse', '--path-format=absolute', '--git-common-dir'], signal)
  const known = await git(tree, ['--git-dir', repository, 'rev-parse', 'HEAD'], signal)
  return (await git(tree, ['rev-list', '--max-count=1', 'HEAD', '--not', known], signal)) !== ''
}

async function remove(tree: string, signal: AbortSignal): Promise<void> {
  const repository = await git(tree, ['rev-parse', '--path-format=absolute', '--git-common-dir'], signal)
  await git(repository, ['worktree', 'remove', tree], signal)
}

/** What git prints, without its last line's end. */
async function git(cwd: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { stdout } = await run('git', ['-C', cwd, '-c', 'core.hooksPath=/dev/null', ...args], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    windowsHide: true,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout.trimEnd()
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
