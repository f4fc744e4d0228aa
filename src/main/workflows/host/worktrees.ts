import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import type { Logger } from '../../lib/logger.ts'

const run = promisify(execFile)

/** How long one call of git may take. */
const LIMIT_MS = 60_000

type Deps = { readonly folder: string; readonly name: () => string; readonly logger: Logger }

/** A work tree of an agent's own. Closing it removes it only when nothing in it would be lost. */
export type Worktree = { readonly path: string; readonly close: () => Promise<void> }
export type Worktrees = {
  readonly open: (repository: string, signal: AbortSignal) => Promise<Worktree>
}

/** Git work trees for agents that should not get in each other's way. */
export function createWorktrees({ folder, name, logger }: Deps): Worktrees {
  const git = (cwd: string, args: readonly string[], signal: AbortSignal) =>
    run('git', ['-C', cwd, '-c', 'core.hooksPath=/dev/null', ...args], {
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      windowsHide: true,
      maxBuffer: 16 * 1024 * 1024,
    })

  const close = async (repository: string, path: string, base: string): Promise<void> => {
    const never = new AbortController().signal
    try {
      const changes = await git(path, ['status', '--porcelain'], never)
      const head = await git(path, ['rev-parse', 'HEAD'], never)
      if (changes.stdout.trim() !== '' || head.stdout.trim() !== base) {
        logger.info('A work tree was kept, because it holds work', { path })
        return
      }
      await git(repository, ['worktree', 'remove', path], never)
    } catch (error) {
      logger.warn('A work tree could not be tidied away and was kept', { path, reason: String(error) })
    }
  }

  return {
    open: async (repository, signal) => {
      const path = join(folder, name())
      try {
        await mkdir(folder, { recursive: true })
        const head = await git(repository, ['rev-parse', 'HEAD'], signal)
        await git(repository, ['worktree', 'add', '--detach', path], signal)
        return { path, close: () => close(repository, path, head.stdout.trim()) }
      } catch (error) {
        signal.throwIfAborted()
        throw new AppError(
          'script.failed',
          'isolation: "worktree" needs a Git repository with at least one commit in the project folder.',
          { cause: error },
        )
      }
    },
  }
}
