import { AppError } from '#shared/errors.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { standingAt } from '../files/stored-file.ts'

/** Locates the folder a command is to run in; null for the project folder. Throws when there is no such folder. */
export async function workFolder(
  root: string,
  workdir: string | undefined,
  flavour: PathFlavour,
): Promise<Located | null> {
  if (workdir === undefined) return null
  const folder = await locatePath(root, workdir, flavour)
  if (folder.absolute === root) return null
  const { kind } = await standingAt(folder)
  if (kind === 'folder') return folder
  const why = kind === 'nothing' ? 'does not exist' : 'is a file'
  throw AppError.forAgent('tool.failed', `The workdir ${folder.shown} ${why}. Nothing was run.`)
}
