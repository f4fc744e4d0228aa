import type { AppEvent } from '#shared/events/delivery.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Logger } from '../../lib/logger.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import { findRipgrep } from '../../tools/search/find-ripgrep.ts'
import { createRipgrep } from '../../tools/search/ripgrep.ts'

type Deps = {
  readonly logger: Logger
  /** The environment this process inherited. */
  readonly env: NodeJS.ProcessEnv
  /** Returns the environment of programs. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly tell: (event: AppEvent) => void
  readonly keep: KeepProgram
}

/** Time limit of one search, in milliseconds. */
export const SEARCH_LIMIT_MS = 30_000

/** Opens the search program of this system, for tools and file listings. */
export function openRipgrep({ logger, env, environment, tell, keep }: Deps) {
  const { platform } = process
  const preferSystem = env['ORRERY_SYSTEM_RIPGREP'] === '1'
  return createRipgrep({
    facts: () => findRipgrep({ platform, environment: env, preferSystem }),
    environment,
    logger,
    tell: (said) => tell({ kind: 'notice', level: 'warn', text: englishOf([said]), said: [said] }),
    timeLimitMs: SEARCH_LIMIT_MS,
    keep,
  })
}
