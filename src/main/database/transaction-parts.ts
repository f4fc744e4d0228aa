import type { Database } from 'better-sqlite3'
import { createLooseTransaction } from './loose-transaction.ts'

/** Writes postponed to the end of a transaction. */
export type LateWrites = {
  /** Writes it now. Called in a transaction, before it is committed. */
  readonly flush: () => void
  /** Lets go of it: the transaction was taken back. */
  readonly drop: () => void
}

type Deps = {
  readonly db: Database
  readonly late: LateWrites
  /** Told when the transaction was committed. */
  readonly committed: () => void
  /** Told when it could not be committed, or could not even be kept, after which nothing more is taken. */
  readonly failed: (error: unknown) => void
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
 * Creates the parts of an open transaction. Data already announced in this process must stay valid even if
 * the commit fails, so it is written again into a new transaction; no further writes are accepted until that
 * one is committed.
 */
export function createTransactionParts({ db, late, committed, failed }: Deps) {
  const { transaction, run, takeAgain, takeUp, add, clear, count, isRunning } = createKept({
    db,
    late,
    failed,
  })
  let stuck = false

  return {
    take: (part: () => void): void => {
      if (count() === 0) transaction.begin('on the disk')
      else takeUp()
      try {
        run(part)
      } catch (error) {
        takeAgain()
        throw error
      }
      add(part)
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
      // A flush within a part is for reading earlier writes.
      if (isRunning()) return void late.flush()
      if (count() === 0) return
      takeUp()
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
      clear()
      stuck = false
      committed()
    },
    /** Writes what is late, so that it can be read. */
    flush: (): void => {
      if (isRunning() || count() === 0) return void late.flush()
      takeUp()
      try {
        late.flush()
      } catch {
        // On a disk that refuses it, it is kept in memory, as after a commit that fails.
        takeAgain()
        late.flush()
      }
    },
    count,
    isOpen: () => count() > 0,
    isRunning,
    isStuck: () => stuck,
  }
}

/** Keeps the writes of a transaction, so that they can be repeated after a rollback. */
function createKept({ db, late, failed }: Omit<Deps, 'committed'>) {
  const transaction = createLooseTransaction(db)
  let parts: (() => void)[] = []
  let running = false
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
  const takeBack = (): void => {
    transaction.rollBack()
    late.drop()
  }
  const takeAgain = (): void => {
    takeBack()
    if (parts.length === 0) return
    try {
      transaction.begin('in memory')
      for (const part of parts) run(part)
    } catch (error) {
      lost = error
      parts = []
      takeBack()
      failed(error)
      throw error
    }
  }

  return {
    transaction,
    run,
    takeAgain,
    /** Repeats the writes if SQLite rolled back on its own, after a disk or memory failure. */
    takeUp: (): void => {
      if (parts.length > 0 && !db.inTransaction) takeAgain()
    },
    add: (part: () => void): void => void parts.push(part),
    clear: (): void => {
      parts = []
    },
    count: () => parts.length,
    isRunning: () => running,
  }
}
