import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { markOf, OWNER, type Owner } from '../../lib/programs/owner-mark.ts'
import type { Scope } from '../../lib/scope.ts'
import { createKeeper, type KeepProgram } from '../../processes/keeper.ts'
import { startKeeper } from '../../processes/start-keeper.ts'

type Deps = {
  /** Names the home and the start whose programs are kept. */
  readonly owner: Owner
  readonly env: NodeJS.ProcessEnv
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Pick<Scope, 'add'>
}

/**
 * Opens the keeper, which ends programs with the app even if the app is killed. Open it before anything that
 * starts programs: it is closed last and ends what remains.
 */
export function openKeeper({ owner, env, clock, logger, scope }: Deps): { readonly keep: KeepProgram } {
  const { platform } = process
  // Windows itself ends what the app has started; nothing small is known there that finds what comes from it.
  if (platform === 'win32') return { keep: () => () => {} }
  const mark = `${OWNER}=${markOf(owner)}`
  const keeper = createKeeper({
    start: () => startKeeper({ mark, platform, path: env['PATH'] ?? '' }),
    clock,
    soon: setImmediate,
    logger,
  })
  scope.add(keeper.close)
  return keeper
}
