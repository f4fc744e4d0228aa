import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'
import { createGroupCommit } from '../../../src/main/database/group-commit.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import type { LateWrites } from '../../../src/main/database/transaction-parts.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'

/** How a disk refuses a commit: SQLite keeps the transaction, or has ended it by itself. */
export type Refusal = 'kept' | 'ended'

type Surroundings = { readonly folder: string; readonly late?: LateWrites; readonly isAtRest?: () => boolean }
const NOTHING_LATE: LateWrites = { flush: () => {}, drop: () => {} }

/** A database on a disk that refuses commits when the test says so, in turns that end when the test says so. */
export function openGroup({ folder, late = NOTHING_LATE, isAtRest = () => true }: Surroundings) {
  const file = join(folder, `${Math.random()}.db`)
  const real = openDatabase({ file, backups: folder, now: Date.now, logger: silentLogger })
  real.exec('CREATE TABLE lines (n INTEGER PRIMARY KEY)')
  const disk: { refuses: Refusal | null; commits: number } = { refuses: null, commits: 0 }
  const exec = (sql: string) => {
    if (sql === 'COMMIT' && disk.refuses !== null) {
      if (disk.refuses === 'ended') real.exec('ROLLBACK')
      throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL')
    }
    if (sql === 'COMMIT') disk.commits += 1
    return real.exec(sql)
  }
  const db: Database = Object.assign(Object.create(real), { exec })
  const turns: (() => void)[] = []
  const news: string[] = []
  const group = createGroupCommit({
    db,
    late,
    isAtRest,
    soon: (act) => void turns.push(act),
    committed: () => void news.push('committed'),
    failed: (error) => void news.push(error instanceof Error ? error.message : 'failed'),
  })
  const insert = real.prepare<[number]>('INSERT INTO lines VALUES (?)')
  const other = new BetterSqlite3(file, { readonly: true })
  const linesOf = (from: Database) => from.prepare<[], number>('SELECT n FROM lines ORDER BY n').pluck().all()
  return {
    real,
    group,
    disk,
    news,
    write: (n: number) => group.write(() => void insert.run(n)),
    /** Writes a line and then fails. */
    writeHalf: (n: number) =>
      group.write(() => {
        insert.run(n)
        throw new Error('no more')
      }),
    endTurn: () => {
      for (const act of turns.splice(0)) act()
    },
    here: () => linesOf(real),
    elsewhere: () => linesOf(other),
    mode: () => real.pragma('synchronous', { simple: true }),
    close: () => {
      other.close()
      real.close()
    },
  }
}

/** Leaves to the end of each transaction to note how many lines there are. */
export function openCountingGroup(folder: string) {
  let isLate = false
  const late = {
    flush: () => {
      if (isLate) note()
      isLate = false
    },
    drop: () => {
      isLate = false
    },
  }
  const opened = openGroup({ folder, late })
  const { real, group } = opened
  real.exec('CREATE TABLE counts (lines INTEGER)')
  const note = () => void real.exec('INSERT INTO counts SELECT count(*) FROM lines')
  const other = new BetterSqlite3(real.name, { readonly: true })
  const insert = real.prepare<[number]>('INSERT INTO lines VALUES (?)')
  const put = (n: number) => {
    insert.run(n)
    isLate = true
  }
  const numbers = (from: Database, sql: string) => from.prepare<[], number>(sql).pluck().all()
  return {
    ...opened,
    late,
    write: (n: number) => group.write(() => put(n)),
    flushed: () => numbers(real, 'SELECT lines FROM counts ORDER BY rowid'),
    /** What stands in the file: the last count, and how many lines there are. */
    stored: () =>
      other.transaction(() => [
        ...numbers(other, 'SELECT coalesce(max(lines), 0) FROM counts'),
        ...numbers(other, 'SELECT count(*) FROM lines'),
      ])(),
    close: () => {
      other.close()
      opened.close()
    },
  }
}
