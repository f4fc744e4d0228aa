import type { Database } from 'better-sqlite3'
import { createDraftPictures } from '../../config/draft-pictures.ts'
import { createDrafts } from '../../config/drafts.ts'
import type { HomePaths } from '../../config/paths.ts'
import { createSettingsRows } from '../../config/rows.ts'
import { createSettings } from '../../config/settings.ts'
import { createDeferredRows } from '../../database/deferred-rows.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Storage } from './open-storage.ts'

type Deps = Pick<Parameters<typeof createSettings>[0], 'config' | 'forced' | 'tell'> & {
  readonly db: Database
  readonly storage: Pick<Storage, 'disk' | 'bus'>
  readonly paths: Pick<HomePaths, 'drafts'>
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the storage of window state: settings, and unsent drafts with attachments. */
export function openLeftBehind({ db, storage, paths, clock, logger, scope, ...deps }: Deps) {
  const settingsRows = createSettingsRows(db)
  const draftPictures = createDraftPictures({ folder: paths.drafts, logger })
  scope.add(draftPictures.settled)
  const late = createDeferredRows({
    schedule: clock.schedule,
    inOne: storage.disk.write,
    report: (error) => logger.warn('Which chat was open could not be noted', { reason: String(error) }),
  })
  scope.add(late.flush)
  // The chat in which something is said is noted with it, so that a crash opens it again.
  scope.add(storage.bus.subscribe(late.flush))
  return {
    settingsRows,
    settings: createSettings({
      config: deps.config,
      forced: deps.forced,
      tell: deps.tell,
      rows: settingsRows,
      late,
    }),
    drafts: createDrafts({ rows: settingsRows, clock }),
    draftPictures,
  }
}
