import type { AppEvent } from '#shared/events/delivery.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { type KeepProgram, keepLong } from '../../processes/keeper.ts'
import { findRipgrep } from '../../tools/search/find-ripgrep.ts'
import { createRipgrep } from '../../tools/search/ripgrep.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'

type Deps = {
  readonly logger: Logger
  readonly environment: Pick<AppEnvironment, 'inherited' | 'child'>
  readonly tell: (event: AppEvent) => void
  readonly keep: KeepProgram
  readonly clock: Clock
}

/** Time limit of one search, in milliseconds. */
export const SEARCH_LIMIT_MS = 30_000

/** Opens the search program of this system, for tools and file listings. */
export function openRipgrep({ logger, environment, tell, keep, clock }: Deps) {
  const { platform } = process
  const { inherited: env, child } = environment
  const preferSystem = env['ORRERY_SYSTEM_RIPGREP'] === '1'
  return createRipgrep({
    facts: () => findRipgrep({ platform, environment: env, preferSystem }),
    environment: child,
    logger,
    tell: (said) => tell({ kind: 'notice', level: 'warn', text: englishOf([said]), said: [said] }),
    timeLimitMs: SEARCH_LIMIT_MS,
    keep: keepLong(keep, clock),
  })
}
