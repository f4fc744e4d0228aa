import { AppError } from '#shared/errors.ts'
import type { ContextId, ModelRef, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import { wantsBigJob } from '../../agents/definitions/big-job-tools.ts'
import { hasAgents } from '../../agents/tools/has-agents.ts'
import type { Storage } from '../../app/storage/open-storage.ts'
import { toolFacts } from '../../context/updates/tool-updates.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { COMPACTION_AGENT } from '../../runs/compaction/compaction-run.ts'
import type { CompactionScene } from '../../runs/compaction/compaction-scene.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { IdleScenes } from './idle-scenes.ts'
import type { RequestBuilder, Requests } from './request-builder.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Pick<Storage, 'paths'>
  readonly requests: RequestBuilder
  readonly agents: Pick<Agents, 'get'>
  readonly catalog: Catalog
  readonly idle: IdleScenes
  /** Returns the hooks of a chat, whether or not a run is active. */
  readonly hooksAt: (sessionId: SessionId) => Promise<RunHooks>
}

type Branch = {
  readonly sessionId: SessionId
  readonly contextId: ContextId
  /** The model of the conversation; it sums up too, unless another is set for that. */
  readonly model: ModelRef
  readonly build: Requests
}

/** Collects the inputs for compacting a branch, during a run or when idle. */
export function createCompactionScenes(deps: Deps) {
  const { log, storage, requests, agents, catalog, idle } = deps
  const of = async ({ sessionId, contextId, model, build }: Branch): Promise<CompactionScene> => {
    // A summary keeps words from parts that were summarised before.
    await storage.paths.load(sessionId, contextId, 'whole')
    const projectId = log.folds(sessionId).session?.meta.projectId ?? null
    // A definition that broke fails the summary, in the run that asks for it, and not the run that needs room.
    const found = agents.get(projectId, COMPACTION_AGENT)
    const own = await found.then(
      ({ definition }) => definition.model,
      () => undefined,
    )
    const chosen = catalog.forSmallJob(own, model)
    const { size } = build()
    return {
      sessionId,
      contextId,
      path: () => [...storage.paths.of(sessionId, contextId)],
      facts: () => {
        const path = storage.paths.recent(sessionId, contextId)
        const tools = toolFacts(path)
        const facts = { agents: hasAgents(path), bigJob: wantsBigJob(path) }
        return tools === null ? facts : { ...facts, tools }
      },
      // A plan weighs events by estimates.
      usable: size.usable / size.factor,
      threshold: size.threshold,
      count: requests.count,
      sizeWith: (pending) => build(pending.map((event) => ({ contextId, ...event }))).size.total,
      model: chosen,
      hooks: await deps.hooksAt(sessionId),
      answerRoom: null,
      summariser: async (run) => {
        const { persona } = (await found).definition
        const resolved = catalog.resolve(chosen, {
          onRetry: (attempt, delayMs, error) =>
            run.live({ kind: 'request.retry', payload: { attempt, delayMs, error: error.toData() } }),
        })
        return { ...resolved, persona }
      },
    }
  }

  return {
    of,
    /** The branch a chat stands on while nothing runs in it. */
    resting: async (sessionId: SessionId): Promise<CompactionScene> => {
      const scene = await idle(sessionId)
      if (scene === null) throw AppError.saying('llm.not_found', say('compact.noModel'))
      const { contextId, model } = scene
      return of({ sessionId, contextId, model: model.ref, build: requests.for(scene) })
    },
  }
}

export type CompactionScenes = ReturnType<typeof createCompactionScenes>
