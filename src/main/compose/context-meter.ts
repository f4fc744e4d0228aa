import type { SessionId } from '#shared/ids.ts'
import { toolsOf } from '../agents/limits.ts'
import type { Schedule } from '../log/bus.ts'
import type { Catalog } from '../models/catalog.ts'
import type { ToolSpec } from '../models/model.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Tool } from '../tools/tool.ts'
import type { ProjectSettings } from './project-settings.ts'
import type { RequestBuilder } from './request-builder.ts'
import type { SessionAgents } from './session-agents.ts'

type Deps = {
  readonly log: RunLog
  readonly catalog: Catalog
  readonly requests: RequestBuilder
  readonly tools: readonly Tool[]
  readonly agentOf: SessionAgents
  readonly settings: ProjectSettings
  readonly schedule: Schedule
  readonly report: (error: unknown) => void
}

/**
 * Measures what the next request of a session would hold, so that its meter is true before anything runs: after a
 * chat was opened, and after its model was changed. Never in the way of the call that asks for it.
 */
export function createContextMeter({
  log,
  catalog,
  requests,
  tools,
  agentOf,
  settings,
  schedule,
  report,
}: Deps) {
  let specs: readonly ToolSpec[] | null = null
  const measure = async (sessionId: SessionId): Promise<void> => {
    const { session } = log.folds(sessionId)
    const contextId = session?.meta.activeContextId
    if (session === null || contextId === null || contextId === undefined) return
    const listing = catalog.list().find((model) => model.ref === session.meta.model)
    if (listing === undefined) return
    const { definition, persona } = await agentOf(sessionId, contextId)
    // Reading the schemas takes a while, so it is done when a chat is there and not while the app opens.
    specs ??= tools.map(requests.specOf)
    const scene = {
      sessionId,
      contextId,
      runId: null,
      model: listing,
      tools: toolsOf(definition, specs),
      persona,
      settings: { ...settings.context(session.cwd), ...definition.context },
    }
    const { breakdown } = requests.for(scene)()
    log.live(sessionId, { kind: 'context.trace', contextId, payload: { rows: [], breakdown } })
  }

  return {
    /** Soon, and not now: the window that asked is drawn first. */
    soon: (sessionId: SessionId): void => {
      schedule(0, () => {
        measure(sessionId).catch(report)
      })
    },
  }
}
