import { createRequire } from 'node:module'
import type { Database } from 'better-sqlite3'

/**
 * Teaches a connection to SQLite to compare vectors. Null when it can, otherwise why it cannot: the library is native
 * and does not exist for every machine, and what is found by words must not depend on it.
 */
export function loadSqliteVec(db: Database): string | null {
  try {
    const library = createRequire(import.meta.url)('sqlite-vec') as { getLoadablePath: () => string }
    // SQLite extensions must be separate files; they cannot be inside an archive.
    db.loadExtension(library.getLoadablePath().replace(/\bapp\.asar\b/, 'app.asar.unpacked'))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
