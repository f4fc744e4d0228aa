import { AppError } from '#shared/errors.ts'
import type { WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'

type Start = { readonly stop: AbortController; readonly over: Promise<unknown> }

/** Runs that are being started. A start takes a moment; asked twice within it, a run would do its work twice. */
export function createStarts(goesOn: (id: WorkflowRunId) => boolean) {
  const all = new Map<WorkflowRunId, Start>()
  return {
    /** Runs `act` once per run. Its signal aborts when the run is stopped before it has started. */
    once: async <T>(id: WorkflowRunId, act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      if (goesOn(id) || all.has(id)) throw AppError.saying('run.active', say('run.goesOn'))
      const stop = new AbortController()
      const started = act(stop.signal)
      const over = started.then(
        () => all.delete(id),
        () => all.delete(id),
      )
      all.set(id, { stop, over })
      return started
    },
    /** Stops a start, and resolves when it is over, whichever way. */
    stop: async (id: WorkflowRunId): Promise<void> => {
      const start = all.get(id)
      start?.stop.abort(AppError.cancelled('The run was stopped before it began.'))
      await start?.over
    },
    ids: (): WorkflowRunId[] => [...all.keys()],
  }
}
