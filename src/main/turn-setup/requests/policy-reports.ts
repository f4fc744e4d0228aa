import type { PolicyInForce, PolicyLine } from '#shared/context/policy-in-force.ts'
import type { SessionId } from '#shared/ids.ts'
import { chosenProfile, layersInOrder, profilesOf } from '../../context/budget/context-layers.ts'
import { policyLines } from '../../context/budget/policy-in-force.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { SessionAgents } from '../session-agents.ts'
import type { ProjectSettings } from '../settings/project-settings.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly catalog: Pick<Catalog, 'list'>
  readonly agentOf: SessionAgents
  readonly settings: Pick<ProjectSettings, 'contextLayers' | 'recall'>
}

/** Creates the report of a chat's policy for its next run; null when its model is no longer configured. */
export function createPolicyReports({ log, catalog, agentOf, settings }: Deps) {
  return async (sessionId: SessionId): Promise<PolicyInForce | null> => {
    const { session } = log.folds(sessionId)
    const contextId = session?.meta.activeContextId
    if (session === null || contextId === null || contextId === undefined) return null
    const model = catalog.list().find(({ ref }) => ref === session.meta.model)
    if (model === undefined) return null
    const { definition } = await agentOf(sessionId, contextId)
    const recall = await settings.recall(session.cwd)
    const asked = { agent: definition.context, chat: session.meta.contextProfile, model: model.ref }
    const layers = settings.contextLayers(session.cwd, asked)
    const lines = policyLines(model, layersInOrder(layers)).map((line): PolicyLine => {
      if (line.key !== 'recallFraction') return line
      return {
        ...line,
        value: { in: 'share', amount: recall.values.maxBudgetFraction },
        from: recall.from.maxBudgetFraction,
      }
    })
    return {
      model: model.ref,
      agent: definition.name,
      lines,
      profile: chosenProfile(layers),
      profiles: Object.keys(profilesOf(layers)).sort(),
      ofChat: layers.chat,
    }
  }
}
