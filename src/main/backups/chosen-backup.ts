import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { BackupFacts } from '#shared/home/home-data.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, homePaths } from '../config/paths.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { checkDatabase } from './copied-database.ts'
import { entriesOf, isOwnCopy, manifestOf } from './restore.ts'

/** A backup as its files describe it. */
export type FoundBackup = Omit<BackupFacts, 'id' | 'replacedChats'>

/**
 * Looks at a backup without changing anything. Throws an `AppError` for a folder that is none, and for one that is damaged
 * or too new to be restored.
 */
export async function lookAtBackup(
  path: string,
  home: Pick<HomePaths, 'replaced'>,
  signal: AbortSignal,
): Promise<FoundBackup> {
  const { madeAt, appVersion } = await manifestOf(path)
  const paths = homePaths(path)
  const entries = await entriesOf(paths, path, { follow: await isOwnCopy(path, home), signal })
  if (checkDatabase(paths.database) !== 'ok') {
    throw AppError.saying('db.damaged', say('backup.broken', { place: path }))
  }
  return {
    path,
    madeAt,
    appVersion,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    chats: chatsIn(paths.database),
  }
}

function chatsIn(file: string): number | null {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    if (version > MIGRATIONS.length) {
      const newest = String(MIGRATIONS.length)
      throw AppError.saying('db.newer', say('db.newer', { version: String(version), newest }))
    }
    return (
      db
        .prepare<[], number>("SELECT count(*) FROM sessions WHERE kind = 'chat' AND deleted_at IS NULL")
        .pluck()
        .get() ?? null
    )
  } catch (error) {
    // Another version kept chats in another way.
    if (error instanceof BetterSqlite3.SqliteError) return null
    throw error
  } finally {
    db.close()
  }
}
