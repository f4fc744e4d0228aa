import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { markOf, OWNER, type Owner } from '../lib/owner-mark.ts'
import type { Scope } from '../lib/scope.ts'
import { createKeeper, type KeepProgram } from '../processes/keeper.ts'
import { startKeeper } from '../processes/start-keeper.ts'

type Deps = {
  /** Names the home and the start whose programs are kept. */
  readonly owner: Owner
  readonly env: NodeJS.ProcessEnv
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Pick<Scope, 'add'>
}

/**
 * What ends programs with the app, also when it is killed. Open it before what starts programs: closed after it, it
 * ends what that could not.
 */
export function openKeeper({ owner, env, clock, logger, scope }: Deps): { readonly keep: KeepProgram } {
  const { platform } = process
  // Windows itself ends what the app has started; nothing small is known there that finds what comes from it.
  if (platform === 'win32') return { keep: () => () => {} }
  const mark = `${OWNER}=${markOf(owner)}`
  const keeper = createKeeper({
    start: () => startKeeper({ mark, platform, path: env['PATH'] ?? '' }),
    ...{ clock, soon: setImmediate, logger },
  })
  scope.add(keeper.close)
  return keeper
}
