import { mayAct } from '#shared/project/trust.ts'
import type { AppDeps } from '../app-port.ts'
import { createStatusLine } from '../extensions/hooks/status-line.ts'
import { statusLineInput } from '../extensions/hooks/status-line-input.ts'
import { createStatusLineHandlers } from '../handlers/status-line-handlers.ts'
import { systemClock } from '../lib/clock.ts'
import type { Rooms } from './open-rooms.ts'

type Place = {
  readonly deps: Pick<AppDeps, 'shell' | 'logger'>
  readonly rooms: Pick<
    Rooms,
    'config' | 'hooks' | 'layers' | 'models' | 'projects' | 'runtime' | 'settings' | 'storage'
  >
  readonly signal: AbortSignal
}

/** Connects the status line command to the chats that it describes. */
export function statusLineIn({ deps: { shell, logger }, rooms, signal }: Place) {
  const { config, hooks, layers, models, projects, runtime, settings, storage } = rooms
  /** It is a command as hooks are, so the policy about hooks holds for it. */
  const table = () => {
    const allowed = layers.allowedHooks()
    if (allowed === 'none') return undefined
    return allowed === 'managed' ? layers.managed().statusLine : config.current().statusLine
  }
  const statusLine = createStatusLine({
    table,
    run: hooks.runCommand,
    clock: systemClock,
    logger,
    signal,
    sceneOf: async (sessionId) => {
      const folds = storage.store.folds(sessionId)
      const { session } = folds
      const projectId = session?.meta.projectId ?? null
      if (session === null || projectId === null) return null
      const project = await projects.get(projectId)
      const contextId = session.meta.activeContextId
      const input = statusLineInput({
        folds,
        path: contextId === null ? [] : storage.paths.of(sessionId, contextId),
        model: models.catalog.list().find(({ ref }) => ref === session.meta.model) ?? null,
        projectPath: project.path,
        version: shell.appVersion,
        outputStyle: settings.outputStyle(),
        now: systemClock.now(),
      })
      return { scene: runtime.hookScenes.ofSession(sessionId), trusted: mayAct(project), input }
    },
  })
  return createStatusLineHandlers({ statusLine, config })
}
