import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Pace, paceOf } from '#shared/session/pace.ts'
import type { EventReader } from '../log/event-reader.ts'

type Deps = {
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly reader: Pick<EventReader, 'newestOfKinds'>
}

/** As many events as the figures are from: about the last thirty turns. */
const LOOKED_AT = 150

/** Creates the recent speed figures of a chat's model and tools. */
export function createPaceOfChat({ folds, reader }: Deps) {
  return (sessionId: SessionId): Pace | null => {
    const { session, runs } = folds(sessionId)
    if (session === null) return null
    const events = reader.newestOfKinds(sessionId, ['turn.ended', 'message'], LOOKED_AT)
    return paceOf(events, session.meta.model, (runId) => runs[runId]?.model)
  }
}
