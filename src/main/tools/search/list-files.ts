import type { Clock } from '../../lib/clock.ts'
import type { Ripgrep } from './ripgrep.ts'
import { walkFiles } from './walk-files.ts'

export type SearchDeps = { readonly ripgrep: Ripgrep; readonly clock: Clock; readonly timeLimitMs: number }

/** Whether a search saw everything, and whether it had to do without ripgrep. */
export type SearchEnding = {
  readonly complete: boolean
  readonly slow: boolean
  readonly problem: string | null
}

/** Arguments of every search: hidden files are included, git's own are not, and `.gitignore` applies. */
export const COMMON_ARGS = [
  '--no-config',
  '--no-require-git',
  '--hidden',
  '--glob=!.git',
  '--path-separator=/',
  '--color=never',
]

export const SLOW_NOTE = '(ripgrep is not available: this was slower and did not heed .gitignore)'

/** Names the files under a folder, relative to it, until `take` returns false. */
export async function listFiles(
  deps: SearchDeps,
  folder: string,
  take: (path: string) => boolean,
  signal: AbortSignal,
): Promise<SearchEnding> {
  if (await deps.ripgrep.working()) {
    const ending = await deps.ripgrep.lines(['--files', ...COMMON_ARGS], folder, take, signal)
    const problem = ending.by === 'failure' ? ending.problem : null
    return { complete: ending.by === 'itself', slow: false, problem }
  }
  const deadline = deps.clock.elapsed() + deps.timeLimitMs
  for await (const path of walkFiles(folder, signal)) {
    if (!take(path) || deps.clock.elapsed() > deadline) return { complete: false, slow: true, problem: null }
  }
  return { complete: true, slow: true, problem: null }
}
