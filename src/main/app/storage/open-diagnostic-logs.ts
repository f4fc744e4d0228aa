import type { HomePaths } from '../../config/paths.ts'
import { createSessionLogs } from '../../diagnostics/session-logs/session-logs.ts'
import type { Clock } from '../../lib/clock.ts'
import { createFileLogger } from '../../lib/file-logger.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  readonly paths: Pick<HomePaths, 'attachLog' | 'sessionLogs'>
  readonly storage: Pick<Storage, 'bus' | 'store'>
  readonly redactor: Redactor
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Size limit of the log of windows, in bytes. */
const MOST_ATTACH_BYTES = 1024 * 1024

/** Opens the logs that explain one chat or one window: a file for each chat, and one for all windows. */
export function openDiagnosticLogs({ paths, storage, redactor, clock, logger, scope }: Deps) {
  const attachLog = createFileLogger({
    file: paths.attachLog,
    redact: redactor,
    clock,
    maxBytes: MOST_ATTACH_BYTES,
    keep: 1,
  })
  scope.add(attachLog.close)
  const sessionLogs = createSessionLogs({
    folder: paths.sessionLogs,
    redact: redactor,
    clock,
    sessionOf: (id) => storage.store.folds(id).session,
    subscribe: storage.bus.subscribe,
  })
  scope.add(sessionLogs.close)
  sessionLogs
    .prune()
    .catch((error: unknown) => logger.warn('Old logs of chats could not be removed', { error }))
  return { attachLog }
}
