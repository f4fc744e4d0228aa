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
    ...tablesOf(log).map((table) => () => lookedThrough('database', log, table)),
    () => ({ where: 'database', problems: orphansIn(log), part: null }),
    ...tablesOf(index).map((table) => () => lookedThrough('index', index, table)),
    ...parts.map((count) => (): Piece => ({ where: 'index', problems: [], part: count() })),
  ]
  const look = pieces[piece]
  return look === undefined ? null : { pieces: pieces.length, ...look() }
}

function lookedThrough(where: Piece['where'], db: Database, table: string): Piece {
  return { where, problems: problemsOf(db, table), part: null }
}

/** What SQLite finds wrong with a table and its indexes. What it cannot even read is a problem too. */
function problemsOf(db: Database, table: string): string[] {
  try {
    const found = db.prepare<[], string>(`PRAGMA integrity_check("${table}")`).pluck().all()
    return found.filter((line) => line !== 'ok').slice(0, MOST_PROBLEMS)
  } catch (error) {
    return [`${table}: ${error instanceof Error ? error.message : String(error)}`]
  }
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
