import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { codeOf } from '../lib/errno.ts'

/** The file cannot be written where the person wants it. */
export function unwritable(path: string, error: unknown): AppError {
  return AppError.saying('other', say('file.unwritable', { path, code: codeOf(error) ?? 'unknown' }), {
    cause: error,
  })
}

/** The file cannot be read. */
export function unreadable(path: string, error: unknown): AppError {
  return AppError.saying('other', say('file.unreadable', { path, code: codeOf(error) ?? 'unknown' }), {
    cause: error,
  })
}
