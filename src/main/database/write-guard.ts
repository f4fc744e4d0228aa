import type { Database } from 'better-sqlite3'
import { guardStatement } from './guard-statement.ts'

/**
 * Returns the same database for rooms with independent writes: `before` runs ahead of each. Reads pass
 * straight through.
 */
export function guardWrites(db: Database, before: () => void): Database {
  const guarded: Pick<Database, 'prepare' | 'transaction' | 'exec'> = {
    prepare: ((sql: string) => {
      const statement = db.prepare(sql)
      return statement.readonly ? statement : guardStatement(statement, ['run', 'get', 'all'], before)
    }) as Database['prepare'],
    transaction: ((act: (...args: unknown[]) => unknown) => {
      const whole = db.transaction(act)
      return (...args: unknown[]) => {
        before()
        return whole(...args)
      }
    }) as unknown as Database['transaction'],
    exec: (sql) => {
      before()
      return db.exec(sql)
    },
  }
  return Object.assign(Object.create(db) as Database, guarded)
}
