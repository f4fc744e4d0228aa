import type { SessionId } from '#shared/ids.ts'
import type { LateWrites } from '../../database/transaction-parts.ts'
import type { FoldsChange } from './fold-tables.ts'

export type DeferredFolds = LateWrites & {
  /**
   * Records the new folds of a session. Its rows are written at the end of the transaction or at the next
   * read.
   */
  readonly put: (sessionId: SessionId, change: FoldsChange) => void
}

/**
 * Writes the rows of a session once per transaction. An agent appends several times in one, and each write
 * would rewrite its whole record. Decision 0054.
 */
export function createDeferredFolds(write: (change: FoldsChange) => void): DeferredFolds {
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
