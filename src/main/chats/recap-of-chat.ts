import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import { recapOf } from '../context/compaction/recap.ts'

type Deps = {
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

/** Creates the recap of a chat's shown branch. */
export function createRecap({ folds, pathOf }: Deps) {
  return (sessionId: SessionId): Recap => {
    const { session, contexts, plans, notes } = folds(sessionId)
    const contextId = session?.meta.activeContextId ?? null
    if (contextId === null) return recapOf([], Object.values(plans), notes, {})
    const side = contexts[contextId]?.side ?? {}
    return recapOf(pathOf(sessionId, contextId), Object.values(plans), notes, side)
  }
}
