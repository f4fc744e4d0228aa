import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Reads the app's database from outside, while the app runs or after. */
export function readDatabase<Row>(home: string, sql: string, ...values: readonly unknown[]): Row[] {
  const db = new Database(join(home, 'data', 'orrery.db'), { readonly: true })
  try {
    return db.prepare<unknown[], Row>(sql).all(...values)
  } finally {
    db.close()
  }
}

type RunRow = { readonly status: string; readonly reason: string | null }

/** The runs of a home, oldest first, with what they ended by. */
export function runsIn(home: string): RunRow[] {
  return readDatabase<RunRow>(
    home,
    "SELECT status, json_extract(record, '$.reason') AS reason FROM runs ORDER BY created_at, run_id",
  )
}

/** The kinds of the stored events, in order. */
export function eventKindsIn(home: string): string[] {
  return readDatabase<{ kind: string }>(home, 'SELECT kind FROM events ORDER BY session_id, seq').map(
    (row) => row.kind,
  )
}
