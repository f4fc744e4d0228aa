import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { codeOf } from '../lib/errno.ts'

/** Less than this is no space: even a small step writes a few pages and their journal. */
const NO_SPACE_BYTES = 128 * 1024

/**
 * Returns the sentence for a database that cannot be opened, or `null` when neither disk nor file is the
 * cause. Only damage reported by SQLite counts, because the advice to move the file away costs the person all
 * chats.
 */
export function databaseProblem(
  error: unknown,
  place: string,
  freeBytes: () => number | null,
): AppError | null {
  const code = codeOf(error) ?? ''
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return AppError.saying('db.unavailable', say('db.held', { place }), { cause: error })
  }
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || (code.startsWith('SQLITE_IOERR') && isFull(freeBytes()))) {
    return AppError.saying('db.full', say('db.noSpace', { place }), { cause: error })
  }
  if (/^(SQLITE_(CORRUPT|NOTADB)|SQLITE_IOERR_CORRUPTFS)/.test(code)) {
    return AppError.saying('db.damaged', say('db.broken', { place }), { cause: error })
  }
  if (/^(SQLITE_IOERR|SQLITE_NOLFS|EIO|ENXIO|ENODEV|ESTALE|ETIMEDOUT)/.test(code)) {
    return AppError.saying('db.unavailable', say('db.diskFails', { place, code }), { cause: error })
  }
  if (/^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|E[A-Z]+$)/.test(code)) {
    return AppError.saying('db.unavailable', say('db.denied', { place, code }), { cause: error })
  }
  return null
}

/**
 * Returns the error for a failed access to an open database; the app continues without the data. Only SQLite
 * codes count, because other codes belong to unrelated files.
 */
export function openDatabaseProblem(error: unknown, place: string): AppError | null {
  const code = codeOf(error) ?? ''
  if (/^SQLITE_(FULL|IOERR)/.test(code)) {
    return AppError.saying('db.full', say('app.full'), { cause: error })
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return AppError.saying('db.damaged', say('app.damaged', { place }), { cause: error })
  }
  return code.startsWith('SQLITE_') ? databaseProblem(error, place, () => null) : null
}

function isFull(free: number | null): boolean {
  return free !== null && free < NO_SPACE_BYTES
}
