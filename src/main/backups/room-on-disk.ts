import { statfs } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { codeOf, isErrno } from '../lib/errno.ts'

/** Space that stays free beside a copy. */
const SPARE_BYTES = 16 * 1024 * 1024
const MIB = 1024 * 1024

/** Throws an `AppError` where a folder has no room for so many bytes. A disk that names no figure passes. */
export async function needRoom(folder: string, bytes: number): Promise<void> {
  const figures = await statfs(folder).catch(() => null)
  if (figures === null) return
  const free = figures.bavail * figures.bsize
  if (free >= bytes + SPARE_BYTES) return
  const needed = String(Math.ceil((bytes + SPARE_BYTES) / MIB))
  throw AppError.saying(
    'db.full',
    say('backup.noRoom', { place: folder, needed, free: String(Math.floor(free / MIB)) }),
  )
}

/** Returns the sentence for a failed copy into a folder; the error itself where the disk is not the cause. */
export function copyProblem(error: unknown, place: string): unknown {
  const code = codeOf(error) ?? ''
  if (error instanceof AppError) return error
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) {
    return AppError.saying('db.full', say('backup.full', { place }), { cause: error })
  }
  if (code.startsWith('SQLITE_') || isErrno(error)) {
    return AppError.saying('db.unavailable', say('backup.refused', { place, code }), { cause: error })
  }
  return error
}
