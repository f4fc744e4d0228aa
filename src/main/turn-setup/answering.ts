import type { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage } from '#shared/session/usage.ts'
import type { Catalog, ResolvedModel } from '../models/catalogue/catalog.ts'
import type { TurnPools } from '../runs/limits/turn-pools.ts'
import { fellBack } from '../runs/run/notices.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { TurnDeps } from '../runs/turns/turns.ts'

type Deps = Pick<Catalog, 'resolve' | 'fallbackOf' | 'infoOf' | 'ready'> & {
  readonly pools: Pick<TurnPools, 'through'>
}

/** The request functions of a model. */
type Requesting = Pick<TurnDeps, 'makeRoom' | 'buildRequest'>

/**
 * Selects the model of a run. Fallbacks replace an unavailable model; each is tried once per run, so that no
 * two alternate.
 */
export function createAnswering(
  catalog: Deps,
  run: RunHandle,
  requestsFor: (model: ResolvedModel) => Requesting,
): Pick<TurnDeps, 'model' | 'makeRoom' | 'buildRequest' | 'fallBack' | 'failedUsage'> {
  let failed: Usage | null = null
  const asked = new Set<ModelRef>()
  const seated = (ref: ModelRef) => {
    asked.add(ref)
    const model = catalog.resolve(ref, {
      onRetry: (attempt, delayMs, error) =>
        run.live({ kind: 'request.retry', payload: { attempt, delayMs, error: error.toData() } }),
    })
    const counting: typeof model.stream = (request, signal) =>
      model.stream({ ...request, onCounted: countFailed }, signal)
    const stream = catalog.pools.through(run, model.info, counting)
    return { model: { ...model, stream }, ...requestsFor(model) }
  }
  const countFailed = (usage: Usage) => {
    failed = failed === null ? usage : addUsage(failed, usage)
  }
  let now = seated(run.record().model)

  return {
    model: {
      get info() {
        return now.model.info
      },
      stream: (request, signal) => now.model.stream(request, signal),
    },
    failedUsage: () => {
      const usage = failed
      failed = null
      return usage
    },
    makeRoom: (of, why) => now.makeRoom(of, why),
    buildRequest: (of, pending) => now.buildRequest(of, pending),
    fallBack: async (of: RunHandle, error: AppError): Promise<boolean> => {
      const { ref, label } = now.model.info
      const next = catalog.fallbackOf(ref)
      const other = next === null ? null : catalog.infoOf(next)
      if (next === null || other === null || asked.has(next)) return false
      if (of.publish([fellBack(label, other.label, error.said ?? [])]).length === 0) return false
      await readyFor(catalog, of, next)
      now = seated(next)
      return true
    },
  }
}

/** Has a model loaded that a run is about to ask, and tells the windows of the run while that takes its time. */
export function readyFor({ ready }: Pick<Catalog, 'ready'>, run: RunHandle, ref: ModelRef): Promise<void> {
  const loading = (label: string | null) => run.live({ kind: 'model.loading', payload: { label } })
  return ready(ref, loading, run.signal)
}
