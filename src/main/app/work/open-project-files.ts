import { homedir } from 'node:os'
import path from 'node:path'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { Drafts } from '../../config/drafts.ts'
import type { Clock } from '../../lib/clock.ts'
import { createProjectFiles, type ProjectFiles } from '../../project-files/project-files.ts'
import type { Projects } from '../../projects/registry.ts'
import type { Ripgrep } from '../../tools/search/ripgrep.ts'

type Deps = {
  readonly projects: Pick<Projects, 'usable'>
  readonly drafts: Drafts
  readonly ripgrep: Ripgrep
  readonly clock: Clock
  readonly home: string
  readonly tell: (event: AppEvent) => void
}

/** Milliseconds a search in files may take without ripgrep. */
const SEARCH_LIMIT_MS = 20_000

/** Opens the files of projects for the viewer. */
export function openProjectFiles({ projects, drafts, ripgrep, clock, home, tell }: Deps): ProjectFiles {
  return createProjectFiles({
    ripgrep,
    clock,
    drafts,
    timeLimitMs: SEARCH_LIMIT_MS,
    project: projects.usable,
    flavour: { path, home: homedir(), appHome: home },
    changed: (projectId) => tell({ kind: 'checkpoints.changed', projectId }),
  })
}
