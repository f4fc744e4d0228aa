import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { codeOf } from '../lib/errno.ts'

/** Pages per step: some milliseconds, after which an abort is seen. */
const PAGES = 2_000

/**
 * Copies the database as it is at one moment, also while another process writes to it. Throws what SQLite throws, an
 * `AppError` for a damaged file, and the reason of the signal. `copied` hears the share that is done, 0 to 1.
 */
export async function copyDatabase(
  from: string,
  to: string,
  { copied, signal }: { readonly copied: (share: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  const db = new BetterSqlite3(from, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    // Without a read of its own, each write of another process would restart the copy.
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_master').get()
    await db.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted()
        copied(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
        return PAGES
      },
    })
  } catch (error) {
    throw damage(error, from)
  } finally {
    db.close()
  }
}

/** Checks a database that is in use, without changing it. Returns `ok`, or the first fault in the words of SQLite. */
export function checkDatabase(file: string): string {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 5_000 })
  try {
    return String(db.pragma('quick_check(1)', { simple: true }))
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return error.message
    throw error
  } finally {
    db.close()
  }
}

/** Checks a copy and leaves it as one file, without a log beside it. Throws an `AppError` where it is damaged or too new. */
export function checkCopy(file: string, place: string): void {
  const db = new BetterSqlite3(file, { fileMustExist: true })
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    if (version > MIGRATIONS.length) {
      const newest = String(MIGRATIONS.length)
      throw AppError.saying('db.newer', say('db.newer', { version: String(version), newest }))
    }
    const answer = db.pragma('quick_check(1)', { simple: true })
    if (version === 0 || answer !== 'ok')
      throw AppError.saying('db.damaged', say('backup.damaged', { place }))
    db.pragma('journal_mode = DELETE')
  } catch (error) {
    throw damage(error, place)
  } finally {
    db.close()
  }
}

/** Returns the sentence for a damaged file, or the error itself. */
function damage(error: unknown, place: string): unknown {
  return isDamage(error)
    ? AppError.saying('db.damaged', say('backup.damaged', { place }), { cause: error })
    : error
}

/** Whether SQLite threw because a file is damaged. */
const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? '')
