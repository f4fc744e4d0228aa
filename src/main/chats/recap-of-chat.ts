import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { Recap } from '#shared/session/recap.ts'
import { recapOf } from '../context/compaction/recap.ts'

type Deps = {
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

/** Creates the recap of a chat's shown branch. */
export function createRecap({ folds, pathOf }: Deps) {
  return (sessionId: SessionId): Recap => {
    const { session, plans, notes } = folds(sessionId)
    const contextId = session?.meta.activeContextId ?? null
    return recapOf(contextId === null ? [] : pathOf(sessionId, contextId), Object.values(plans), notes)
  }
}
