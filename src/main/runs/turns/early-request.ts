import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Model, ModelChunk, ModelRequest } from '../../models/model.ts'
import type { RunHandle } from '../run/run-handle.ts'

/** An answer that is on its way: the reader takes the chunks from where they begin. */
export type Chunks = AsyncIterator<ModelChunk>

type Deps = {
  readonly model: Pick<Model, 'stream'>
  readonly buildRequest: (run: RunHandle, pending: readonly NewDurableEvent[]) => ModelRequest
  /** Resolves when what was begun has had its chance to leave the process. */
  readonly breath: () => Promise<void>
}

/**
 * Sends the next request of a run and then stores what it tells, so that the model server works while the disk does.
 * Nothing of the answer is looked at before `store` has returned, and when it throws, the request is dropped. Null
 * when there is no request to send: whatever is in its way is said when the turn begins.
 */
export async function sendEarly(
  deps: Deps,
  run: RunHandle,
  pending: readonly NewDurableEvent[],
  store: () => void,
): Promise<Chunks | null> {
  const dropped = new AbortController()
  const early = begin(deps, run, pending, AbortSignal.any([run.signal, dropped.signal]))
  try {
    if (early !== null) await deps.breath()
    store()
    return early
  } catch (error) {
    dropped.abort()
    throw error
  }
}

function begin(
  deps: Deps,
  run: RunHandle,
  pending: readonly NewDurableEvent[],
  signal: AbortSignal,
): Chunks | null {
  try {
    const chunks = deps.model.stream(deps.buildRequest(run, pending), signal)[Symbol.asyncIterator]()
    return startingWith(chunks.next(), chunks)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The same chunks, of which the first has been asked for already. */
function startingWith(first: Promise<IteratorResult<ModelChunk>>, rest: Chunks): Chunks {
  // Heard when it is taken; until then a failure must not count as unheard.
  first.catch(() => {})
  let taken = false
  return {
    next: () => {
      if (taken) return rest.next()
      taken = true
      return first
    },
    return: async (value) => rest.return?.(value) ?? { done: true, value },
  }
}
