import { AppError } from '#shared/errors.ts'

/** Says what is wrong with a folder in a sentence. `shown` is its path as the person reads it. */
export function folderProblem(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError || !('code' in error)) return error
  switch (error.code) {
    case 'ENOENT':
      return notFound(shown)
    case 'ENOTDIR':
      return notFolder(shown)
    case 'ELOOP':
      return loop(shown)
    case 'EACCES':
    case 'EPERM':
      return new AppError('project.denied', `${shown} cannot be read: permission denied.`, { cause: error })
    case 'ENAMETOOLONG':
      return new AppError('project.not_found', `This path is longer than the system allows.`, {
        cause: error,
      })
    default:
      return new AppError('project.denied', `${shown} cannot be read (${String(error.code)}).`, {
        cause: error,
      })
  }
}

export function notFound(shown: string, suggestion: string | null = null): AppError {
  const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`
  return new AppError('project.not_found', `There is no folder ${shown}.${hint}`)
}

export function notFolder(shown: string): AppError {
  return new AppError('project.not_directory', `${shown} is a file. Choose the folder it lies in.`)
}

export function loop(shown: string): AppError {
  return new AppError(
    'project.loop',
    `${shown} is a link that leads back to a folder around it. Choose that folder instead.`,
  )
}

export function notWhole(platform: string): AppError {
  const example = platform === 'win32' ? 'C:\\Users\\you\\code' : '/home/you/code'
  return new AppError('project.not_found', `Write the whole path, for example ${example} or ~.`)
}

export function tooSlow(shown: string): AppError {
  return new AppError('project.denied', `${shown} did not answer in time. Is its drive or network connected?`)
}
