import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { AppDeps } from '../app-port.ts'
import { systemClock } from '../lib/clock.ts'
import { dayBefore, localDay } from '../lib/local-day.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import { usageCsv } from '../usage/usage-csv.ts'
import { createUsageReport } from '../usage/usage-report.ts'
import type { Rooms } from './open-rooms.ts'

/** Connects the report of use and cost to the rooms it reads. */
export function usageIn({ config, models, projects, money, storage }: Rooms, shell: AppDeps['shell']) {
  const { requests, spending } = money
  const of = {
    requests,
    clock: systemClock,
    modelOf: models.catalog.infoOf,
    projectName: projects.nameOf,
    isChat: (id: SessionId) => storage.store.folds(id).session?.kind === 'chat',
    titleOf: (id: SessionId) => storage.store.folds(id).session?.meta.title ?? null,
  }
  return {
    config,
    shell,
    spending: (projectId: ProjectId | null) => spending(projectId),
    refreshLimits: money.refreshLimits,
    pathOf: (id: ProjectId) => {
      const path = projects.pathOf(id)
      if (path === null) throw AppError.saying('project.not_found', say('project.unlisted'))
      return path
    },
    write: writeNamed,
    report: createUsageReport(of),
    csv: (days: number, projectId: ProjectId | null | undefined) => {
      const now = systemClock.now()
      const rows = requests.sums(dayBefore(now, days - 1), localDay(now))
      return usageCsv(
        rows.filter((row) => projectId === undefined || row.projectId === projectId),
        of,
      )
    },
  }
}
