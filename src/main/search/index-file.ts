import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import BetterSqlite3 from 'better-sqlite3'
import { codeOf } from '../lib/errno.ts'
import type { IndexPart } from './index-part.ts'

/** The form of the file itself. Each part has a version of its own. */
const FILE_VERSION = 1
const APPLICATION = 0x0_52_52_59

/** Opens `index.db` with the tables of every part. A file that cannot be used is thrown away: it is a cache. */
export function openIndexFile(file: string, parts: readonly IndexPart[]): Database {
  mkdirSync(dirname(file), { recursive: true })
  try {
    return opened(file, parts)
  } catch (error) {
    if (!isDamage(error)) throw error
    discardIndexFile(file)
    return opened(file, parts)
  }
}

/** Marks the tables of these parts for a rebuild at the next opening. */
export function forgetParts(file: string, names: readonly string[]): void {
  const db = new BetterSqlite3(file)
  try {
    db.prepare('DELETE FROM parts WHERE name IN (SELECT value FROM json_each(?))').run(JSON.stringify(names))
  } finally {
    db.close()
  }
}

/** Deletes the index file with SQLite's companion files. */
export function discardIndexFile(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(each, { force: true })
}

/** Whether an error of SQLite means a damaged or foreign file. */
export function isDamage(error: unknown): boolean {
  if (error instanceof UnknownForm) return true
  // Tables of a library that is not there any more can be neither read nor dropped.
  if (error instanceof Error && /^no such module/.test(error.message)) return true
  const code = codeOf(error) ?? ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

class UnknownForm extends Error {}

function opened(file: string, parts: readonly IndexPart[]): Database {
  const db = new BetterSqlite3(file)
  try {
    db.pragma('journal_mode = WAL')
    // The last words before a power cut are indexed again; nothing that is only here can be lost.
    db.pragma('synchronous = NORMAL')
    db.pragma('journal_size_limit = 16777216')
    // In KiB. With SQLite's own 2 MB most of what many memories are written into is read again for each of them.
    db.pragma('cache_size = -32768')
    for (const part of parts) part.load?.(db)
    prepareFile(db)
    for (const part of parts) preparePart(db, part)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareFile(db: Database): void {
  const version = db.pragma('user_version', { simple: true })
  if (version === FILE_VERSION) return
  if (version !== 0) throw new UnknownForm('The index is of another version.')
  db.transaction(() => {
    db.exec('CREATE TABLE parts (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT')
    db.pragma(`application_id = ${APPLICATION}`)
    db.pragma(`user_version = ${FILE_VERSION}`)
  })()
}

/** Rebuilds the tables of a part in another version; other parts keep theirs. */
function preparePart(db: Database, { name, version, schema }: IndexPart): void {
  const known = db
    .prepare<[string], { version: number }>('SELECT version FROM parts WHERE name = ?')
    .get(name)
  if (known?.version === version) return
  db.transaction(() => {
    const tables = db.prepare<[{ name: string }], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND substr(name, 1, length(@name) + 1) = @name || '_'`,
    )
    for (const table of tables.all({ name })) db.exec(`DROP TABLE "${table.name}"`)
    db.exec(schema)
    db.prepare('INSERT OR REPLACE INTO parts (name, version) VALUES (?, ?)').run(name, version)
  })()
}
