import type { Database, Statement } from 'better-sqlite3'

/**
 * The same database for rooms whose writes stand for themselves: `before` is called before any of them begins. What is
 * only read goes straight through.
 */
export function guardWrites(db: Database, before: () => void): Database {
  const guarded: Pick<Database, 'prepare' | 'transaction' | 'exec'> = {
    prepare: ((sql: string) => {
      const statement = db.prepare(sql)
      return statement.readonly ? statement : guardStatement(statement, before)
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

/** A statement that writes, which may also answer with rows. */
function guardStatement(statement: Statement, before: () => void): Statement {
  const { run, get, all } = statement
  const guarded: Pick<Statement, 'run' | 'get' | 'all'> = {
    run: (...args) => {
      before()
      return run.apply(statement, args)
    },
    get: (...args) => {
      before()
      return get.apply(statement, args)
    },
    all: (...args) => {
      before()
      return all.apply(statement, args)
    },
  }
  return Object.assign(statement, guarded)
}
