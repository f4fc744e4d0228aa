import type { Database } from 'better-sqlite3'

/** A transaction whose commit does not wait for the disk; everything outside of it does. */
export function createLooseTransaction(db: Database) {
  let inMemory = false
  const over = (): void => {
    // SQLite does this while it reads the statement, so one that was prepared would do it only once.
    db.exec('PRAGMA synchronous = FULL')
    if (inMemory) db.exec('PRAGMA cache_spill = ON')
    inMemory = false
  }

  return {
    /** `in memory`: nothing goes to a disk that may just have refused it, however much is written. */
    begin: (where: 'on the disk' | 'in memory'): void => {
      inMemory = where === 'in memory'
      if (inMemory) db.exec('PRAGMA cache_spill = OFF')
      try {
        db.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
      } catch (error) {
        over()
        throw error
      }
    },
    commit: (): void => {
      db.exec('COMMIT')
      over()
    },
    rollBack: (): void => {
      // Some failures end the transaction by themselves.
      if (db.inTransaction) db.exec('ROLLBACK')
      over()
    },
  }
}
