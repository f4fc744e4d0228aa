import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { guardsOfChange, guardsOfRead } from '../tools/files/guarded-places.ts'
import { type Located, locatePath } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'

/** Finds a file of a project. Refuses places outside of the project and the app's own. */
export async function placeIn(root: string, path: string, flavour: PathFlavour): Promise<Located> {
  // The dot keeps `~` a name.
  const file = await locatePath(root, `./${path}`, flavour)
  if (file.outside) throw AppError.saying('ipc.refused', say('projectFile.outside', { path }))
  const guards = await guardsOfRead(file, root, flavour)
  if (guards.length > 0) throw AppError.saying('ipc.refused', say('projectFile.appHome', { path }))
  return file
}

/** Whether a file belongs to Git or to the app, which alone write there. */
export async function isGuarded(file: Located, root: string, flavour: PathFlavour): Promise<boolean> {
  const guards = await guardsOfChange(file, root, flavour)
  return guards.some(({ kind }) => kind === 'git' || kind === 'app_home')
}

/** Runs work on a file. Failures of the disk become sentences for the person. */
export async function forPerson<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw worded(error, path)
  }
}

function worded(error: unknown, path: string): unknown {
  if (error instanceof AppError && error.said !== null) return error
  const reason = error instanceof AppError ? error.cause : error
  const saying = (name: ProblemName) => AppError.saying('other', say(name, { path }), { cause: error })
  const found = PROBLEMS.find(({ codes }) => isErrno(reason, ...codes))
  if (found !== undefined) return saying(found.name)
  // Devices, pipes, reserved names and links without end.
  if (error instanceof AppError && error.code.startsWith('tool.')) return saying('projectFile.notOrdinary')
  return error
}

type ProblemName = (typeof PROBLEMS)[number]['name'] | 'projectFile.notOrdinary'

const PROBLEMS = [
  { codes: ['ENOENT', 'ENOTDIR'], name: 'projectFile.gone' },
  { codes: ['EACCES', 'EPERM'], name: 'projectFile.denied' },
  { codes: ['EISDIR'], name: 'projectFile.folder' },
  { codes: ['ENOSPC', 'EDQUOT', 'EFBIG'], name: 'projectFile.full' },
  { codes: ['EROFS'], name: 'projectFile.readOnlyDisk' },
  { codes: ['PATH_CHANGED', 'ELOOP'], name: 'projectFile.moved' },
  { codes: ['SHARED_FILE'], name: 'projectFile.shared' },
  { codes: ['EBUSY'], name: 'projectFile.busy' },
] as const
