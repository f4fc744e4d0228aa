import type { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Catalog, ResolvedModel } from '../models/catalog.ts'
import { fellBack } from '../runs/notices.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { TurnDeps } from '../runs/turns.ts'

type Deps = Pick<Catalog, 'resolve' | 'fallbackOf'>

/** What goes with a model: the requests made for it. */
type Requesting = Pick<TurnDeps, 'makeRoom' | 'buildRequest'>

/** Who answers a run. Others stand in when it cannot be had; each is asked once in a run, so no two take turns. */
export function createAnswering(
  catalog: Deps,
  run: RunHandle,
  requestsFor: (model: ResolvedModel) => Requesting,
): Pick<TurnDeps, 'model' | 'makeRoom' | 'buildRequest' | 'fallBack'> {
  const asked = new Set<ModelRef>()
  const seated = (ref: ModelRef) => {
    asked.add(ref)
    const model = catalog.resolve(ref, {
      onRetry: (attempt, delayMs, error) =>
        run.live({ kind: 'request.retry', payload: { attempt, delayMs, error: error.toData() } }),
    })
    return { model, ...requestsFor(model) }
  }
  let now = seated(run.record().model)

  return {
    model: {
      get info() {
        return now.model.info
      },
      stream: (request, signal) => now.model.stream(request, signal),
    },
    makeRoom: (of, why) => now.makeRoom(of, why),
    buildRequest: (of, pending) => now.buildRequest(of, pending),
    fallBack: (of: RunHandle, error: AppError): boolean => {
      const { ref, label } = now.model.info
      const next = catalog.fallbackOf(ref)
      if (next === null || asked.has(next)) return false
      const other = seated(next)
      if (of.publish([fellBack(label, other.model.info.label, error.said ?? [])]).length === 0) return false
      now = other
      return true
    },
  }
}
