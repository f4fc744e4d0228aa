import type { UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ModelRef } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import type { Scope } from '../lib/scope.ts'
import type { Proposals } from '../memory/proposals/proposals.ts'
import type { Catalog } from '../models/catalog.ts'
import type { Writer } from '../runs/ask-once.ts'
import persona from './memory-look.md?raw'
import { createMemoryLooks } from './memory-looks.ts'
import type { Storage } from './open-storage.ts'
import { createRestingChats } from './resting-chats.ts'
import { schedule } from './schedule.ts'

type Deps = {
  readonly storage: Pick<Storage, 'bus' | 'paths' | 'store'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'resolve'>
  readonly proposals: Proposals
  readonly config: () => UserConfig
  readonly newId: NewId
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
}

/** Looks over chats when the person asks for it, and by itself where they have allowed that. */
export function openMemoryLooks({ storage, catalog, proposals, config, scope, ...deps }: Deps) {
  const { bus, store, paths } = storage
  const looks = createMemoryLooks({
    ...{ ...deps, proposals, folds: store.folds, publish: bus.publish, pathOf: paths.of },
    writerFor: (model) => writerFor(catalog, model),
    changed: () => deps.tell({ kind: 'memory.changed' }),
    report: (error) => deps.logger.error('A chat could not be looked over', error),
  })
  const resting = createRestingChats({
    schedule,
    isBusy: (sessionId) => {
      const { session, runs } = store.folds(sessionId)
      return session?.kind !== 'chat' || Object.values(runs).some(({ status }) => !isTerminal(status))
    },
    rested: (sessionId) => {
      // It may have been switched off meanwhile.
      if (config().memory?.propose === true) looks.goOn(sessionId)
    },
  })
  const unsubscribe = bus.subscribe((sessionId, events) => {
    const isNews = events.some(({ kind }) => kind === 'run.status' || kind === 'message')
    if (isNews && config().memory?.propose === true) resting.stirred(sessionId)
  })
  scope.add(async () => {
    unsubscribe()
    resting.close()
    await looks.close()
  })
  return looks
}

function writerFor(catalog: Deps['catalog'], model: ModelRef): Writer {
  if (catalog.infoOf(model)?.api === 'builtin') {
    throw AppError.saying('memory.refused', say('memory.practice'))
  }
  return { ...catalog.resolve(model, { onRetry: () => {} }), persona }
}
