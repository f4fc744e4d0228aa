import type { Database, Statement } from 'better-sqlite3'

/** The same database, where `before` is called before anything is read from these tables. */
export function guardReads(db: Database, tables: readonly string[], before: () => void): Database {
  const named = new RegExp(`\\b(?:${tables.join('|')})\\b`, 'i')
  const prepare = (sql: string): Statement => {
    const statement = db.prepare(sql)
    return statement.reader && named.test(sql) ? guardReader(statement, before) : statement
  }
  return Object.assign(Object.create(db) as Database, { prepare: prepare as Database['prepare'] })
}

function guardReader(statement: Statement, before: () => void): Statement {
  const { get, all, iterate } = statement
  const guarded: Pick<Statement, 'get' | 'all' | 'iterate'> = {
    get: (...args) => {
      before()
      return get.apply(statement, args)
    },
    all: (...args) => {
      before()
      return all.apply(statement, args)
    },
    iterate: (...args) => {
      before()
      return iterate.apply(statement, args)
    },
  }
  return Object.assign(statement, guarded)
}
