import type { ProjectConfig, SpendTable, UserConfig } from '#shared/config/config.ts'
import type { ProjectId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { SpendLimits } from '#shared/usage/usage-report.ts'
import type { Moment } from '../lib/brief-cache.ts'

type Deps = {
  readonly config: () => UserConfig
  /** Returns the folder of a project; null for one that was removed. */
  readonly pathOf: (id: ProjectId) => string | null
  /** Returns a mark of this moment, for `read`. */
  readonly moment: () => Moment
  /** Returns the settings of a folder, read since a moment. Of a file with an error its last good settings count. */
  readonly read: (path: string, since: Moment) => Promise<ProjectConfig | null>
}

/** Maximum cached projects. */
const KEPT = 256

/**
 * Merges the person's limits of a project with those of its settings file. The file can only lower them: a folder cannot
 * spend more than the person allows.
 */
export function createProjectLimits({ config, pathOf, moment, read }: Deps) {
  const files = new Map<string, SpendTable>()

  const refresh = async (id: ProjectId, since: Moment = moment()): Promise<void> => {
    const path = pathOf(id)
    if (path === null) return
    const file = await read(path, since)
    keepNewest(files, path, file?.limits ?? {}, KEPT)
  }

  return {
    /** Takes the limits from the file of a project, read since a moment: without one, read now. */
    refresh,
    /** Reads the file of a project, unless it was read before. */
    ready: async (id: ProjectId): Promise<void> => {
      const path = pathOf(id)
      if (path !== null && !files.has(path)) await refresh(id)
    },
    /** Returns the limits in force, and those of the person's settings. */
    of: (id: ProjectId): { readonly limits: SpendLimits; readonly own: SpendLimits } => {
      const path = pathOf(id) ?? ''
      const projects = config().limits?.projects ?? {}
      const own = limitsOf(Object.hasOwn(projects, path) ? (projects[path] ?? {}) : {})
      return { limits: lowered(own, limitsOf(files.get(path) ?? {})), own }
    },
  }
}

export type ProjectLimits = ReturnType<typeof createProjectLimits>

/** Returns the limits of a table of settings. */
export function limitsOf(table: SpendTable): SpendLimits {
  const { warnPerDay = null, stopPerDay = null, warnPerMonth = null, stopPerMonth = null } = table
  return { warnPerDay, stopPerDay, warnPerMonth, stopPerMonth }
}

const lowered = (left: SpendLimits, right: SpendLimits): SpendLimits => ({
  warnPerDay: lower(left.warnPerDay, right.warnPerDay),
  stopPerDay: lower(left.stopPerDay, right.stopPerDay),
  warnPerMonth: lower(left.warnPerMonth, right.warnPerMonth),
  stopPerMonth: lower(left.stopPerMonth, right.stopPerMonth),
})

const lower = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : Math.min(left, right)
