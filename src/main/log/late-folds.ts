import type { SessionId } from '#shared/ids.ts'
import type { LateWrites } from '../database/transaction-parts.ts'
import type { FoldsChange } from './fold-tables.ts'

export type LateFolds = LateWrites & {
  /** What a session has come to with an append, which its rows say when the transaction ends or somebody reads them. */
  readonly put: (sessionId: SessionId, change: FoldsChange) => void
}

/**
 * Has the rows of a session written once for all appends of a transaction. An agent appends several times while others
 * do, and each time its whole record is written anew. Decision 0054.
 */
export function createLateFolds(write: (change: FoldsChange) => void): LateFolds {
  const late = new Map<SessionId, FoldsChange>()
  return {
    put: (sessionId, change) => {
      const known = late.get(sessionId)
      late.set(sessionId, known === undefined ? change : joined(known, change))
    },
    flush: () => {
      for (const [sessionId, change] of late) {
        write(change)
        late.delete(sessionId)
      }
    },
    drop: () => late.clear(),
  }
}

function joined({ before, left }: FoldsChange, next: FoldsChange): FoldsChange {
  return { before, after: next.after, left: next.left.length === 0 ? left : [...left, ...next.left] }
}
