import { BUILTIN_INJECTIONS } from '../context/builtin-injections.ts'
import { createInjectionRegistry } from '../context/injections.ts'
import type { Logger } from '../lib/logger.ts'
import type { Catalog } from '../models/catalog.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Tool } from '../tools/tool.ts'
import { createContextMeter } from './context-meter.ts'
import { createIdleScenes } from './idle-scenes.ts'
import type { Equipment } from './open-equipment.ts'
import type { Storage } from './open-storage.ts'
import { createPolicyReports } from './policy-reports.ts'
import type { ProjectSettings } from './project-settings.ts'
import { createRequestBuilder } from './request-builder.ts'
import { createRequestReports } from './request-reports.ts'
import { schedule } from './schedule.ts'
import { createSentRequests } from './sent-requests.ts'
import type { SessionAgents } from './session-agents.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Storage
  readonly catalog: Catalog
  readonly tools: readonly Tool[]
  readonly coordinating: readonly Tool[]
  readonly agentOf: SessionAgents
  readonly settings: ProjectSettings
  /** Says which tools are of use in a session as it stands. */
  readonly equipment: Pick<Equipment, 'findingIn' | 'toldAs'> & {
    readonly teams: Pick<Equipment['teams'], 'offerTo'>
  }
  readonly now: () => number
  readonly logger: Logger
}

/** Opens the request builder with its measurements, newest requests and reports. */
export function openRequests({ log, storage, catalog, agentOf, settings, now, logger, ...deps }: Deps) {
  const { teams, findingIn, toldAs } = deps.equipment
  const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
  registry.freeze()
  const requests = createRequestBuilder({
    ...{ storage, registry, offerTo: teams.offerTo, toldAs, findingIn },
    returnsReasoning: catalog.returnsReasoning,
  })
  const idle = createIdleScenes({ log, catalog, requests, ...deps, agentOf, settings })
  const sent = createSentRequests(now)
  const reports = createRequestReports({ log, storage, requests, sent, catalog, sceneOf: idle })
  const meter = createContextMeter({
    ...{ log, requests, schedule },
    sceneOf: idle,
    report: (error) => logger.warn('The context of a chat could not be measured', { reason: String(error) }),
  })
  const policies = createPolicyReports({ log, catalog, agentOf, settings })
  return { requests, idle, sent, reports: { ...reports, policy: policies }, meter }
}
