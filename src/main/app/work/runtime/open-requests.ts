import type { SessionId } from '#shared/ids.ts'
import { createInjectionRegistry } from '../../../context/branch/injections.ts'
import { cacheLedger } from '../../../context/request/cache-ledger.ts'
import { BUILTIN_INJECTIONS } from '../../../context/updates/builtin-injections.ts'
import type { NewId } from '../../../lib/ids.ts'
import type { Logger } from '../../../lib/logger.ts'
import { nextTurn } from '../../../lib/next-turn.ts'
import { schedule } from '../../../log/delivery/schedule.ts'
import type { Catalog } from '../../../models/catalogue/catalog.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import type { Tool } from '../../../tools/tool.ts'
import { cacheBreakOf, createCacheWatch } from '../../../turn-setup/requests/cache-watch.ts'
import { createContextMeter } from '../../../turn-setup/requests/context-meter.ts'
import { createIdleScenes } from '../../../turn-setup/requests/idle-scenes.ts'
import { createPolicyReports } from '../../../turn-setup/requests/policy-reports.ts'
import { createRequestBuilder } from '../../../turn-setup/requests/request-builder.ts'
import { createRequestReports } from '../../../turn-setup/requests/request-reports.ts'
import { createSentRequests } from '../../../turn-setup/requests/sent-requests.ts'
import type { SessionAgents } from '../../../turn-setup/session-agents.ts'
import type { ProjectSettings } from '../../../turn-setup/settings/project-settings.ts'
import type { Storage } from '../../storage/open-storage.ts'
import type { Equipment } from '../../tools/open-equipment.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Storage
  readonly catalog: Catalog
  readonly tools: readonly Tool[]
  readonly coordinating: readonly Tool[]
  readonly agentOf: SessionAgents
  readonly settings: ProjectSettings
  /** Says which tools are of use in a session as it stands. */
  readonly equipment: Pick<Equipment, 'findingIn' | 'toldAs' | 'toolSearch'> & {
    readonly teams: Pick<Equipment['teams'], 'offerTo'>
  }
  readonly newId: NewId
  readonly now: () => number
  readonly logger: Logger
}

/** Opens the request builder with its measurements, newest requests and reports. */
export function openRequests({
  log,
  storage,
  catalog,
  agentOf,
  settings,
  newId,
  now,
  logger,
  ...deps
}: Deps) {
  const { teams, findingIn, toldAs, toolSearch } = deps.equipment
  const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
  registry.freeze()
  const requests = createRequestBuilder({
    storage,
    registry,
    offerTo: teams.offerTo,
    toldAs,
    findingIn,
    search: toolSearch,
    returnsReasoning: catalog.returnsReasoning,
    nextTurn,
  })
  const idle = createIdleScenes({
    log,
    catalog,
    requests,
    tools: deps.tools,
    coordinating: deps.coordinating,
    agentOf,
    settings,
  })
  const cache = createCacheWatch({ log, count: requests.count, unique: () => newId('event') })
  const sent = createSentRequests(now, cache)
  const reports = createRequestReports({ log, storage, requests, sent, catalog, sceneOf: idle })
  const meter = createContextMeter({
    log,
    requests,
    schedule,
    sceneOf: idle,
    report: (error) => logger.warn('The context of a chat could not be measured', { reason: String(error) }),
  })
  const policies = createPolicyReports({ log, catalog, agentOf, settings })
  const ledgerOf = (sessionId: SessionId) => {
    const contextId = log.folds(sessionId).session?.meta.activeContextId ?? null
    const path = contextId === null ? [] : storage.paths.of(sessionId, contextId)
    return cacheLedger([...path], { breaking: cacheBreakOf(log, sessionId), infoOf: catalog.infoOf })
  }
  return { requests, idle, sent, reports: { ...reports, policy: policies, cache: ledgerOf }, meter }
}
