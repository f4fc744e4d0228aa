import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { openDiscarded } from '../../changes/discarded.ts'
import { type Changes, openChanges } from '../../changes/open-changes.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import { folderReader } from '../../projects/folder-reader.ts'
import type { Projects } from '../../projects/registry.ts'

type Deps = {
  readonly db: Database
  readonly git: Git
  readonly clock: Clock
  readonly projects: Pick<Projects, 'usable'>
  readonly windows: { readonly listings: { readonly logsOf: (projectId: ProjectId) => readonly SessionId[] } }
  readonly runtime: { readonly supervisor: { readonly liveLogs: () => readonly SessionId[] } }
}

/** Opens the review of changes in Git repositories. */
export function openChangeReview({ db, git, clock, projects, windows, runtime }: Deps): Changes {
  return openChanges({
    git,
    reader: folderReader,
    join: path.join,
    now: clock.now,
    id: randomUUID,
    project: projects.usable,
    discarded: openDiscarded(db),
    isRunning: (projectId) => {
      const live = new Set(runtime.supervisor.liveLogs())
      return live.size > 0 && windows.listings.logsOf(projectId).some((id) => live.has(id))
    },
  })
}
