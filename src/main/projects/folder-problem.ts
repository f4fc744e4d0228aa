import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'

/** Returns the error sentence for a folder. `shown` is its display path. */
export function folderProblem(error: unknown, shown: string): unknown {
  if (!isErrno(error)) return error
  switch (error.code) {
    case 'ENOENT':
      return notFound(shown)
    case 'ENOTDIR':
      return notFolder(shown)
    case 'ELOOP':
      return loop(shown)
    case 'EACCES':
    case 'EPERM':
      return AppError.saying('project.denied', say('project.denied', { path: shown }), { cause: error })
    case 'ENAMETOOLONG':
      return AppError.saying('project.not_found', say('project.tooLong'), { cause: error })
    default:
      return AppError.saying('project.denied', say('project.unreadable', { path: shown, code: error.code }), {
        cause: error,
      })
  }
}

export function notFound(shown: string, suggestion: string | null = null): AppError {
  const hint = suggestion === null ? [] : [say('project.meant', { path: suggestion })]
  return AppError.saying('project.not_found', [say('project.notThere', { path: shown }), ...hint])
}

export function notFolder(shown: string): AppError {
  return AppError.saying('project.not_directory', say('project.file', { path: shown }))
}

export function loop(shown: string): AppError {
  return AppError.saying('project.loop', say('project.loop', { path: shown }))
}

export function notWhole(platform: string): AppError {
  const example = platform === 'win32' ? 'C:\\Users\\you\\code' : '/home/you/code'
  return AppError.saying('project.not_found', say('project.notWhole', { example }))
}

export function tooSlow(shown: string): AppError {
  return AppError.saying('project.denied', say('project.slow', { path: shown }))
}
