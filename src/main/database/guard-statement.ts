import type { Statement } from 'better-sqlite3'

type Way = 'run' | 'get' | 'all' | 'iterate'

/** The same statement, where `before` is called before it is run in any of these ways. */
export function guardStatement(statement: Statement, ways: readonly Way[], before: () => void): Statement {
  for (const way of ways) {
    const act = statement[way] as (...args: unknown[]) => unknown
    Object.assign(statement, {
      [way]: (...args: unknown[]) => {
        before()
        return act.apply(statement, args)
      },
    })
  }
  return statement
}
