import { join } from 'node:path'
import type { SessionId } from '#shared/ids.ts'
import type { AppDeps } from '../app-port.ts'
import { createAppEnvironment } from '../diagnostics/app-environment.ts'
import { createPerfReport } from '../diagnostics/perf-report.ts'
import { createDiagnosticHandlers } from '../handlers/diagnostic-handlers.ts'
import { systemClock } from '../lib/clock.ts'
import type { Rooms } from './open-rooms.ts'

type Place = {
  readonly deps: Pick<AppDeps, 'redactor' | 'shell'>
  readonly rooms: Pick<Rooms, 'paths' | 'storage' | 'secretVariables'>
}

/** Answers calls for reports about the app. */
export function diagnosticsIn({
  deps: { redactor, shell },
  rooms: { paths, storage, secretVariables },
}: Place) {
  const pathOf = (sessionId: SessionId) => {
    const contextId = storage.store.folds(sessionId).session?.meta.activeContextId ?? null
    return contextId === null ? [] : storage.paths.of(sessionId, contextId)
  }
  return createDiagnosticHandlers({
    shell,
    pathOf,
    environment: createAppEnvironment({
      env: process.env,
      home: paths.home,
      electron: shell.electronVersion,
      version: shell.appVersion,
      secretNames: secretVariables.names,
      redact: redactor.text,
    }),
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
}
