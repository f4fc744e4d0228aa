import type { Database } from 'better-sqlite3'
import type { CheckPiece, IndexedPart } from '#shared/search/check.ts'

type Deps = {
  readonly log: Database
  readonly index: Database
  readonly parts: readonly (() => IndexedPart)[]
}

type Piece = Omit<CheckPiece, 'pieces'>

/** More than that says nothing new. */
const MOST_PROBLEMS = 5

/** Looks through both files, one table a piece, and holds the index against what is kept. Null: there is no such piece. */
export function checkPiece({ log, index, parts }: Deps, piece: number): CheckPiece | null {
  const pieces: readonly (() => Piece)[] = [
    ...tablesOf(log).map((table, at) => () => {
      const orphans = at === 0 ? readable('foreign keys', () => orphansIn(log)) : []
      return { where: 'database' as const, problems: [...problemsOf(log, table), ...orphans], part: null }
    }),
    ...tablesOf(index).map((table) => () => {
      return { where: 'index' as const, problems: problemsOf(index, table), part: null }
    }),
    ...parts.map((count) => () => countedBy(count)),
  ]
  const look = pieces[piece]
  return look === undefined ? null : { pieces: pieces.length, ...look() }
}

/** Returns the problems SQLite finds in a table and its indexes. */
function problemsOf(db: Database, table: string): string[] {
  return readable(table, () => {
    const found = db.prepare<[], string>(`PRAGMA integrity_check("${table}")`).pluck().all()
    return found.filter((line) => line !== 'ok').slice(0, MOST_PROBLEMS)
  })
}

/** Returns an unreadable piece as a problem, because that alone is no reason to delete anything. */
function readable(name: string, look: () => string[]): string[] {
  try {
    return look()
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function countedBy(count: () => IndexedPart): Piece {
  let part: IndexedPart | null = null
  const problems = readable('index', () => {
    part = count()
    return []
  })
  return { where: 'index', problems, part }
}

/** Rows that belong to something that is not there. */
function orphansIn(db: Database): string[] {
  const orphans = db
    .prepare<[], { table: string; n: number }>(
      'SELECT "table", count(*) AS n FROM pragma_foreign_key_check GROUP BY "table"',
    )
    .all()
  return orphans.map(({ table, n }) => `${table}: ${n}`).slice(0, MOST_PROBLEMS)
}

function tablesOf(db: Database): string[] {
  try {
    return db
      .prepare<[], string>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
         AND name NOT LIKE 'sqlite%' ORDER BY name`,
      )
      .pluck()
      .all()
  } catch {
    // The list of tables itself cannot be read; looking through that says why.
    return ['sqlite_schema']
  }
}
