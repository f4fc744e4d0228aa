import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { LateWrites } from '../database/group-commit.ts'

export type LateFolds = LateWrites & {
  /** What a session has come to with an append, which its rows say when the transaction ends or somebody reads them. */
  readonly put: (sessionId: SessionId, before: SessionFolds, after: SessionFolds) => void
}

/**
 * Has the rows of a session written once for all appends of a transaction. An agent appends several times while others
 * do, and each time its whole record is written anew. Decision 0054.
 */
export function createLateFolds(write: (before: SessionFolds, after: SessionFolds) => void): LateFolds {
  const late = new Map<SessionId, { readonly before: SessionFolds; readonly after: SessionFolds }>()
  return {
    put: (sessionId, before, after) => {
      late.set(sessionId, { before: late.get(sessionId)?.before ?? before, after })
    },
    flush: () => {
      for (const [sessionId, { before, after }] of late) {
        write(before, after)
        late.delete(sessionId)
      }
    },
    drop: () => late.clear(),
  }
}
