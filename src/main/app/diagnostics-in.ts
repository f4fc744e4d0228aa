import { homedir, release } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '#shared/ids.ts'
import type { AppDeps } from '../app-port.ts'
import { mainLocale } from '../chats/main-locale.ts'
import { createAppEnvironment } from '../diagnostics/app-environment.ts'
import { createHealth } from '../diagnostics/health.ts'
import { createPerfReport } from '../diagnostics/perf-report.ts'
import { createProblemReport } from '../diagnostics/problem-report.ts'
import { createDiagnosticHandlers } from '../handlers/diagnostic-handlers.ts'
import { createReportHandlers } from '../handlers/report-handlers.ts'
import { buildStamp } from '../lib/build-stamp.ts'
import { systemClock } from '../lib/clock.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import type { Rooms } from './open-rooms.ts'

type Place = {
  readonly deps: Pick<AppDeps, 'redactor' | 'shell'>
  readonly rooms: Pick<Rooms, 'paths' | 'storage' | 'secretVariables' | 'settings' | HealthRoom>
}

type HealthRoom = 'storage' | 'vault' | 'homeData' | 'ripgrep' | 'sandbox' | 'config' | 'problems'

/** Creates the report about the health of the app. */
export function healthIn({
  shell,
  rooms,
}: {
  readonly shell: Pick<AppDeps['shell'], 'electronVersion'>
  readonly rooms: Pick<Rooms, HealthRoom>
}) {
  return createHealth({
    db: rooms.storage.db,
    checkDatabase: rooms.homeData.check,
    vault: rooms.vault,
    ripgrep: rooms.ripgrep,
    sandbox: rooms.sandbox,
    config: rooms.config,
    electron: shell.electronVersion,
    servers: rooms.problems.serverStates,
  })
}

/** Answers calls for reports about the app. */
export function diagnosticsIn({ deps: { redactor, shell }, rooms }: Place) {
  const { paths, storage, secretVariables } = rooms
  const pathOf = (sessionId: SessionId) => {
    const contextId = storage.store.folds(sessionId).session?.meta.activeContextId ?? null
    return contextId === null ? [] : storage.paths.of(sessionId, contextId)
  }
  const environment = createAppEnvironment({
    env: process.env,
    home: paths.home,
    electron: shell.electronVersion,
    version: shell.appVersion,
    secretNames: secretVariables.names,
    redact: redactor.text,
  })
  const report = createProblemReport({
    version: {
      version: shell.appVersion,
      electron: shell.electronVersion,
      node: process.versions.node,
      build: buildStamp(),
    },
    system: `${process.platform} ${release()} ${process.arch}`,
    locale: mainLocale(rooms.settings.current().locale, shell.systemLocale),
    health: healthIn({ shell, rooms }),
    environment,
    log: paths.log,
    sessionLogs: paths.sessionLogs,
    personHome: homedir(),
    redact: redactor.text,
    now: systemClock.now,
  })
  const diagnostics = createDiagnosticHandlers({
    shell,
    pathOf,
    environment,
    perfReport: createPerfReport({
      folder: join(paths.home, 'perf-reports'),
      log: paths.log,
      version: shell.appVersion,
      now: systemClock.now,
      redact: redactor.text,
      chat: (sessionId) => ({
        path: pathOf(sessionId),
        usage: storage.store.folds(sessionId).session?.usage ?? {},
      }),
    }),
  })
  const reports = createReportHandlers({ report, shell, write: writeNamed })
  return { ...diagnostics, ...reports }
}
