import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'

/**
 * Locks a home for this process, or returns null while another process holds it. The lock is that of an empty SQLite
 * file: the system releases it when the process ends, also by `kill -9`.
 */
export function lockHome(file: string): { readonly release: () => void } | null {
  const db = new BetterSqlite3(file, { timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return { release: () => void db.close() }
  } catch (error) {
    closeQuietly(db)
    if (isBusy(error)) return null
    throw error
  }
}

/** A file that could not be locked holds nothing that a failed close could lose. */
function closeQuietly(db: Database): void {
  try {
    db.close()
  } catch {
    // The reason why it could not be locked is the one that counts.
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')
