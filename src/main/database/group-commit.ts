import type { Database } from 'better-sqlite3'
import { createLooseTransaction } from './loose-transaction.ts'

/** What transactions leave to be written once, at their end. */
export type LateWrites = {
  /** Writes it now. Called in a transaction, before it is committed. */
  readonly flush: () => void
  /** Lets go of it: the transaction was taken back. */
  readonly drop: () => void
}

type Deps = {
  /** In WAL mode, with `synchronous = FULL` and nothing else that begins a transaction while a group is open. */
  readonly db: Database
  /** Calls back when what goes on in this turn of the loop is done. */
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
 * Makes one commit do for all that is written in a turn of the loop, which is what an append costs most of. Nothing is
 * lost by it that anybody outside has seen: who tells somebody, or acts, waits for the commit. The first of a turn is
 * committed by itself in an app at rest, so that a disk that is full is noticed before anybody has heard of it.
 * Decisions 0049 and 0054.
 */
export function createGroupCommit({ soon, isAtRest, ...deps }: Deps): GroupCommit {
  const { db, late } = deps
  const parts = createParts(deps)
  /** True once something was written in this turn. */
  let isBegun = false

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
      if (parts.isStuck()) parts.commit()
      // Asked for before the commit is told, so that who hears of it and waits for the turn as well comes after its end.
      if (!isBegun) soon(end)
      if (isBegun || !isAtRest()) parts.take(part)
      else parts.takeAlone(part)
      isBegun = true
      if (parts.count() >= MOST_PARTS) end()
      return undefined
    },
    commit: parts.commit,
    isOpen: parts.isOpen,
    isStuck: parts.isStuck,
  }
}

/** Runs a part, and writes at once what it leaves to the end. */
export function writeWhole(late: LateWrites, part: () => void): void {
  try {
    part()
    late.flush()
  } catch (error) {
    late.drop()
    throw error
  }
}

/**
 * The parts of a transaction that is open. What came to be known in this process must stay true even when its commit
 * fails, so it is written again into one that stays open, and nothing more is taken until that one can be committed.
 */
function createParts({ db, late, committed, failed }: Omit<Deps, 'soon' | 'isAtRest'>) {
  const transaction = createLooseTransaction(db)
  let parts: (() => void)[] = []
  let running = false
  let stuck = false
  let lost: unknown = null

  const run = (part: () => void): void => {
    if (lost !== null) throw lost
    running = true
    try {
      part()
    } finally {
      running = false
    }
  }

  /** Writes again what was taken, after a part or a commit that failed took it away. */
  const takeAgain = (): void => {
    transaction.rollBack()
    late.drop()
    if (parts.length === 0) return
    try {
      transaction.begin('in memory')
      for (const part of parts) run(part)
    } catch (error) {
      lost = error
      parts = []
      transaction.rollBack()
      late.drop()
      failed(error)
      throw error
    }
  }

  return {
    take: (part: () => void): void => {
      if (parts.length === 0) transaction.begin('on the disk')
      try {
        run(part)
      } catch (error) {
        takeAgain()
        throw error
      }
      parts.push(part)
    },
    /** Commits it at once. When that fails it was not written. */
    takeAlone: (part: () => void): void => {
      transaction.begin('on the disk')
      try {
        run(() => writeWhole(late, part))
        transaction.commit()
      } catch (error) {
        transaction.rollBack()
        throw error
      }
      committed()
    },
    commit: (): void => {
      // Who asks for it within a part wants to find what was written before.
      if (running) {
        late.flush()
        return
      }
      if (parts.length === 0) return
      try {
        late.flush()
        transaction.commit()
      } catch (error) {
        const isNews = !stuck
        stuck = true
        takeAgain()
        if (isNews) failed(error)
        throw error
      }
      parts = []
      stuck = false
      committed()
    },
    count: () => parts.length,
    isOpen: () => parts.length > 0,
    isRunning: () => running,
    isStuck: () => stuck,
  }
}
