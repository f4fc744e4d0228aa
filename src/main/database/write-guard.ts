import type { Database } from 'better-sqlite3'
import { guardStatement } from './guard-statement.ts'

/**
 * The same database for rooms whose writes stand for themselves: `before` is called before any of them begins. What is
 * only read goes straight through.
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
