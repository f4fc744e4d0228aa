import { homedir } from 'node:os'
import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { createDirectoryBrowser } from '../../projects/directory.ts'
import { createExtraFolderCheck } from '../../projects/extra-folder.ts'
import { folderReader } from '../../projects/folder-reader.ts'
import { pathRules } from '../../projects/paths.ts'
import { createProjects } from '../../projects/registry.ts'
import { createProjectRows } from '../../projects/rows.ts'
import { OTHER_SECRETS, SECRET_PLACES, SYSTEM_SECRETS } from '../../sandbox/default-places.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  readonly git: Pick<Git, 'look'>
  readonly safeMode: boolean
  /** The folder in which the app keeps its own data. */
  readonly appHome: string
  readonly signal: AbortSignal
}

/** The registry of projects and the browser that finds new ones. */
export function openProjects({ db, ...deps }: Deps) {
  const { platform } = process
  const rules = pathRules(platform === 'win32' || platform === 'darwin' ? platform : 'linux')
  const common = { ...deps, reader: folderReader, rules, home: homedir() }
  const projects = createProjects({
    reader: folderReader,
    rules,
    home: common.home,
    clock: deps.clock,
    newId: deps.newId,
    tell: deps.tell,
    signal: deps.signal,
    rows: createProjectRows(db),
    trustsNothing: deps.safeMode,
  })
  const directory = createDirectoryBrowser({
    reader: folderReader,
    rules,
    home: common.home,
    clock: deps.clock,
    git: deps.git,
    isRegistered: projects.isRegistered,
  })
  const checkFolder = createExtraFolderCheck({
    reader: folderReader,
    rules,
    clock: deps.clock,
    signal: deps.signal,
    home: common.home,
    appHome: deps.appHome,
    secrets: [
      ...[...SECRET_PLACES, ...OTHER_SECRETS].map((name) => rules.join(common.home, name)),
      ...SYSTEM_SECRETS,
    ],
  })
  return { projects, directory, checkFolder }
}
