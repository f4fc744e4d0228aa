import type { Database, Statement } from 'better-sqlite3'
import { isDamage } from './index-file.ts'

/**
 * `orrery.db` is unreadable at a queried place. The index is not the cause, and rebuilding it does not help.
 */
export class LogDamage extends Error {}

/** The log, which says of damage that it is its own: SQLite does not tell which of two files it met it in. */
export function watchedLog(log: Database): Database {
  const prepare = log.prepare.bind(log) as (sql: string) => Statement<unknown[]>
  Object.defineProperty(log, 'prepare', { value: (sql: string) => watched(named(() => prepare(sql))) })
  return log
}

function watched(statement: Statement<unknown[]>): Statement<unknown[]> {
  const { all, get, iterate } = statement
  return Object.assign(statement, {
    all: (...bound: unknown[]) => named(() => all.apply(statement, bound)),
    get: (...bound: unknown[]) => named(() => get.apply(statement, bound)),
    *iterate(...bound: unknown[]) {
      const rows = named(() => iterate.apply(statement, bound))
      try {
        for (let next = named(() => rows.next()); next.done !== true; next = named(() => rows.next()))
          yield next.value
      } finally {
        rows.return?.()
      }
    },
  })
}

function named<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new LogDamage(error instanceof Error ? error.message : String(error))
  }
}
