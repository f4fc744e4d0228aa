import type { AppEvent } from '#shared/events/delivery.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Logger } from '../lib/logger.ts'
import type { KeepProgram } from '../processes/keeper.ts'
import { findRipgrep } from '../tools/search/find-ripgrep.ts'
import { createRipgrep } from '../tools/search/ripgrep.ts'

type Deps = {
  readonly logger: Logger
  /** What this process has inherited. */
  readonly env: NodeJS.ProcessEnv
  /** What programs inherit. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly tell: (event: AppEvent) => void
  readonly keep: KeepProgram
}

/** How long one search may take. */
export const SEARCH_LIMIT_MS = 30_000

/** The search program of this system, for the tools and for whoever asks which files a project has. */
export function openRipgrep({ logger, env, environment, tell, keep }: Deps) {
  const { platform } = process
  const preferSystem = env['ORRERY_SYSTEM_RIPGREP'] === '1'
  return createRipgrep({
    facts: () => findRipgrep({ platform, environment: env, preferSystem }),
    ...{ environment, logger },
    tell: (said) => tell({ kind: 'notice', level: 'warn', text: englishOf([said]), said: [said] }),
    timeLimitMs: SEARCH_LIMIT_MS,
    keep,
  })
}
