import type { Choices } from '#shared/config/choices.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { createSideQueries, type SideQueries } from '../../runs/chats/side-queries.ts'
import { createSideQueryScenes } from '../../turn-setup/requests/side-query-scenes.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Pick<Storage, 'bus' | 'paths' | 'blobs'>
  readonly runtime: Pick<Runtime, 'log' | 'asking' | 'hooksAt' | 'heldAt'>
  readonly catalog: Pick<Catalog, 'resolve'>
  readonly settings: () => Pick<Choices, 'chatSummaries' | 'summaryEvery' | 'suggestions'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the background questions of chats: after answers, and on request. */
export function openSideQueries({ storage, runtime, catalog, settings, scope, ...deps }: Deps): SideQueries {
  const { log, asking, hooksAt, heldAt } = runtime
  const sideQueries = createSideQueries({
    log,
    schedule,
    newId: deps.newId,
    clock: deps.clock,
    sceneOf: createSideQueryScenes({
      storage,
      catalog,
      hooksAt,
      requests: asking.requests,
      sent: asking.sent,
      idle: asking.idle,
    }),
    settings: () => {
      const { chatSummaries: summaries, summaryEvery: every, suggestions } = settings()
      return { summaries, every, suggestions }
    },
    isHeld: (sessionId) => heldAt(sessionId) !== null,
    report: (sessionId, error) =>
      deps.logger.info('A background question of a chat was not answered', {
        sessionId,
        reason: String(error),
      }),
  })
  const unsubscribe = storage.bus.subscribe((sessionId, events) => {
    for (const event of events) {
      if (event.kind !== 'run.status') continue
      const run = log.folds(sessionId).runs[event.payload.runId]
      if (run === undefined || run.parentRunId !== undefined) continue
      if (event.payload.from === null) sideQueries.goesOn(sessionId)
      if (run.status === 'completed') sideQueries.after(run)
    }
  })
  scope.add(async () => {
    unsubscribe()
    await sideQueries.close()
  })
  return sideQueries
}
