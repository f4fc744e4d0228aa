import type { UserConfig } from '#shared/config/config.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { createModelTitles, TITLE_AGENT } from '../../runs/chats/model-title.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Storage } from '../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'bus' | 'paths'>
  readonly log: RunLog
  readonly agents: Pick<Agents, 'get'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'resolve' | 'forSmallJob'>
  readonly config: () => UserConfig
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
}

/** Lets chats be named after their first answer, unless the settings say otherwise. Close it before the log. */
export function openTitles({ storage, log, agents, catalog, config, clock, newId, logger }: Deps) {
  const titles = createModelTitles({
    log,
    newId,
    clock,
    pathOf: storage.paths.recent,
    writerFor: async ({ sessionId, model }) => {
      // The Practice model is no AI: it has no idea what a chat is about.
      if (config().chats?.modelTitles === false || catalog.infoOf(model)?.api === 'builtin') return null
      const projectId = log.folds(sessionId).session?.meta.projectId ?? null
      const { definition } = await agents.get(projectId, TITLE_AGENT)
      const writer = catalog.forSmallJob(definition.model, model)
      return { ...catalog.resolve(writer, { onRetry: () => {} }), persona: definition.persona }
    },
    report: (sessionId, error) =>
      logger.info('A chat keeps the name of its first line', { sessionId, reason: String(error) }),
  })
  const unsubscribe = storage.bus.subscribe((sessionId, events) => {
    for (const event of events) {
      const run = event.kind === 'run.status' ? log.folds(sessionId).runs[event.payload.runId] : undefined
      if (run?.status === 'completed') titles.after(run)
    }
  })
  return {
    close: async (): Promise<void> => {
      unsubscribe()
      await titles.close()
    },
  }
}
