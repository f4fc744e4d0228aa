import type { ProjectId } from '#shared/ids.ts'
import type { USAGE_CALLS } from '#shared/ipc/calls/usage-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { SpendStanding, UsageDays, UsageReport } from '#shared/usage/usage-report.ts'
import type { ShellPort } from '../app-port.ts'
import type { Config } from '../config/load-config.ts'

type Rooms = {
  readonly report: (days: UsageDays, projectId: ProjectId | null | undefined) => UsageReport
  readonly csv: (days: UsageDays, projectId: ProjectId | null | undefined) => string
  readonly spending: (projectId: ProjectId | null) => SpendStanding
  /** Reads the settings file of a project again. */
  readonly refreshLimits: (projectId: ProjectId) => Promise<void>
  /** Returns the folder of a project. Throws for one that was removed. */
  readonly pathOf: (projectId: ProjectId) => string
  readonly config: Pick<Config, 'setSpendLimits'>
  readonly shell: Pick<ShellPort, 'pickSaveFile'>
  /** Writes the file whole or not at all, and answers with its name. */
  readonly write: (path: string, text: string) => Promise<string>
}

/** Creates the handlers for usage and cost. */
export function createUsageHandlers(rooms: Rooms): Pick<Handlers, keyof typeof USAGE_CALLS> {
  return {
    'usage.report': ({ days, projectId }) => rooms.report(days, projectId),
    'usage.state': async ({ projectId = null }) => {
      if (projectId !== null) await rooms.refreshLimits(projectId)
      return rooms.spending(projectId)
    },
    'usage.setLimits': async ({ projectId = null, ...limits }) => {
      await rooms.config.setSpendLimits(limits, projectId === null ? null : rooms.pathOf(projectId))
      return rooms.spending(projectId)
    },
    'usage.export': async ({ days, projectId }, { windowId }) => {
      const path = await rooms.shell.pickSaveFile(windowId, 'usage.csv')
      return path === null ? null : { fileName: await rooms.write(path, rooms.csv(days, projectId)) }
    },
  }
}
