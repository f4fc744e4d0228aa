import type { SessionId } from '#shared/ids.ts'
import { withReplayOf } from '#shared/model/provider-replay.ts'
import { toolsFor } from '../../agents/definitions/coordinator.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Tool } from '../../tools/tool.ts'
import type { SessionAgents } from '../session-agents.ts'
import { answerStyle } from '../settings/answer-style.ts'
import type { ProjectSettings } from '../settings/project-settings.ts'
import type { RequestBuilder, RequestScene } from './request-builder.ts'

type Deps = {
  readonly log: RunLog
  readonly catalog: Catalog
  readonly requests: RequestBuilder
  readonly tools: readonly Tool[]
  /** The tools of the coordinator. */
  readonly coordinating: readonly Tool[]
  readonly agentOf: SessionAgents
  readonly settings: ProjectSettings
}

/** For which branch and which model the next request of a chat would be built; null when there is no such model. */
export function createIdleScenes({ log, catalog, requests, tools, coordinating, agentOf, settings }: Deps) {
  return async (sessionId: SessionId): Promise<RequestScene | null> => {
    const { session } = log.folds(sessionId)
    const contextId = session?.meta.activeContextId
    if (session === null || contextId === null || contextId === undefined) return null
    const listing = catalog.list().find((model) => model.ref === session.meta.model)
    if (listing === undefined) return null
    await requests.ready(sessionId, contextId)
    const agent = await agentOf(sessionId, contextId)
    const { definition, promptPersona: persona, delegates } = agent
    const offered = toolsFor(agent, tools, coordinating)
    const within = requests.offer(sessionId, offered, { definition, model: listing })
    return {
      sessionId,
      contextId,
      runId: null,
      model: withReplayOf(listing, definition),
      tools: () =>
        requests.specsFor({ sessionId, contextId }, within, { definition, delegates, model: listing }).specs,
      persona,
      style: answerStyle(definition, session, null),
      settings: settings.context(session.cwd, {
        agent: definition.context,
        chat: session.meta.contextProfile,
        model: listing.ref,
      }),
    }
  }
}

export type IdleScenes = ReturnType<typeof createIdleScenes>
