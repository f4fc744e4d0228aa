import type { Database } from 'better-sqlite3'
import { createTransactionParts, type LateWrites, writeWhole } from './transaction-parts.ts'

type Deps = {
  /** In WAL mode, with `synchronous = FULL` and nothing else that begins a transaction while a group is open. */
  readonly db: Database
  /** Schedules a callback after the current turn of the event loop. */
  readonly soon: (act: () => void) => void
  /** True while nothing waits for the disk. */
  readonly isAtRest: () => boolean
  readonly late: LateWrites
  /** Told when a group was committed. */
  readonly committed: () => void
  /** Told when a group could not be committed, or could not even be kept, after which nothing more is taken. */
  readonly failed: (error: unknown) => void
}

/** Transactions that are committed together. */
export type GroupCommit = {
  /**
   * Runs one transaction of the group: all of it or nothing, and what the others wrote stays. It may be run again, and must
   * write the same then.
   */
  readonly write: (part: () => void) => void
  /** Commits each transaction of `act` separately, before returning. A failed one is not written. */
  readonly apart: <T>(act: () => T) => T
  /** Writes what is late, so that it can be read. */
  readonly flush: () => void
  /** Commits what is open. Throws when that fails; all of it is kept then, and can still be read. */
  readonly commit: () => void
  /** True while something is written that is not committed. */
  readonly isOpen: () => boolean
  /** True while what is open could not be committed. */
  readonly isStuck: () => boolean
}

/** A flood of transactions in one turn of the loop is not kept waiting longer than this many. */
const MOST_PARTS = 512

/**
 * Groups all writes of an event-loop turn into one commit, which is the main cost of an append. No externally
 * visible data is lost, because announcements and actions wait for the commit. In an idle app the first write
 * of a turn is committed alone, so that a full disk is noticed before anything is announced. Decisions 0049
 * and 0054.
 */
export function createGroupCommit({ soon, isAtRest, ...deps }: Deps): GroupCommit {
  const { db, late } = deps
  const parts = createTransactionParts(deps)
  /** True once something was written in this turn. */
  let isBegun = false
  let isApart = false

  /** The end of a turn. That it failed was told to `failed`; the next who writes or waits tries it again. */
  const end = (): void => {
    isBegun = false
    if (parts.isStuck()) return
    try {
      parts.commit()
    } catch (error) {
      if (!parts.isStuck()) throw error
    }
  }

  return {
    write: (part) => {
      // Inside another transaction, that one decides for both.
      if (parts.isRunning()) return part()
      if (!parts.isOpen() && db.inTransaction) return writeWhole(late, part)
      if (isApart || parts.isStuck()) parts.commit()
      // Scheduled before the commit is announced, so that listeners that also wait for the turn run after its
      // end.
      if (!isBegun) soon(end)
      if (isApart || (!isBegun && isAtRest())) parts.takeAlone(part)
      else parts.take(part)
      isBegun = true
      if (parts.count() >= MOST_PARTS) end()
      return undefined
    },
    apart: (act) => {
      const wasApart = isApart
      isApart = true
      try {
        return act()
      } finally {
        isApart = wasApart
      }
    },
    flush: parts.flush,
    commit: parts.commit,
    isOpen: parts.isOpen,
    isStuck: parts.isStuck,
  }
}
