import type { Database, Statement } from 'better-sqlite3'
import { guardStatement } from './guard-statement.ts'

/** The same database, where `before` is called before anything is read from these tables. */
export function guardReads(db: Database, tables: readonly string[], before: () => void): Database {
  const named = new RegExp(`\\b(?:${tables.join('|')})\\b`, 'i')
  const prepare = (sql: string): Statement => {
    const statement = db.prepare(sql)
    return statement.reader && named.test(sql)
      ? guardStatement(statement, ['get', 'all', 'iterate'], before)
      : statement
  }
  return Object.assign(Object.create(db) as Database, { prepare: prepare as Database['prepare'] })
}
