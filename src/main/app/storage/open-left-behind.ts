import type { Database } from 'better-sqlite3'
import { createDraftPictures } from '../../config/draft-pictures.ts'
import { createDrafts } from '../../config/drafts.ts'
import type { HomePaths } from '../../config/paths.ts'
import { createSettingsRows } from '../../config/rows.ts'
import { createSettings } from '../../config/settings.ts'
import { createLateRows } from '../../database/late-rows.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'

type Deps = Pick<Parameters<typeof createSettings>[0], 'config' | 'tell'> & {
  readonly db: Database
  readonly paths: Pick<HomePaths, 'drafts'>
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the storage of window state: settings, and unsent drafts with attachments. */
export function openLeftBehind({ db, paths, clock, logger, scope, ...deps }: Deps) {
  const settingsRows = createSettingsRows(db)
  const draftPictures = createDraftPictures({ folder: paths.drafts, logger })
  scope.add(draftPictures.settled)
  const late = createLateRows({
    schedule: clock.schedule,
    inOne: (act) => void db.transaction(act)(),
    report: (error) => logger.warn('Which chat was open could not be noted', { reason: String(error) }),
  })
  scope.add(late.flush)
  return {
    settingsRows,
    settings: createSettings({
      config: deps.config,
      tell: deps.tell,
      rows: settingsRows,
      late,
    }),
    drafts: createDrafts({ rows: settingsRows, clock }),
    draftPictures,
  }
}
