import type { UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ModelRef, ProjectId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import { createMemoryScans, SCAN_AGENT } from '../../memory/chats/memory-scans.ts'
import { createRestingChats } from '../../memory/chats/resting-chats.ts'
import type { Proposals } from '../../memory/proposals/proposals.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { Writer } from '../../runs/turns/request-once.ts'
import type { Storage } from '../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'bus' | 'paths' | 'store'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'forSmallJob' | 'resolve'>
  readonly definitions: { readonly agents: Pick<Agents, 'get'> }
  readonly proposals: Proposals
  readonly config: () => UserConfig
  readonly newId: NewId
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
}

/** Opens chat scans: on request, and automatically where the person allowed it. */
export function openMemoryScans({ storage, catalog, definitions, proposals, config, scope, ...deps }: Deps) {
  const { bus, store, paths } = storage
  const looks = createMemoryScans({
    newId: deps.newId,
    clock: deps.clock,
    proposals,
    folds: store.folds,
    publish: bus.publish,
    pathOf: paths.of,
    mayLook: (model) => void resolvable(catalog, model),
    writerFor: (projectId, model) => writerFor(catalog, definitions.agents, projectId, model),
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

/** Throws a sentence for a model that is no AI, or is not set up. */
function resolvable(catalog: Deps['catalog'], model: ModelRef) {
  if (catalog.infoOf(model)?.api === 'builtin') {
    throw AppError.saying('memory.refused', say('memory.practice'))
  }
  return catalog.resolve(model, { onRetry: () => {} })
}

/** Returns the scanning agent from its definition file: prompt and model. */
async function writerFor(
  catalog: Deps['catalog'],
  agents: Pick<Agents, 'get'>,
  projectId: ProjectId,
  model: ModelRef,
): Promise<Writer> {
  const { definition } = await agents.get(projectId, SCAN_AGENT)
  const writer = catalog.forSmallJob(definition.model, model)
  return { ...resolvable(catalog, writer), persona: definition.persona }
}
