import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { locatePath } from '../files/locate-path.ts'
import { meantPath } from '../files/path-readings.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { standingAt } from '../files/stored-file.ts'
import { namesOutput } from '../read/read-output.ts'
import type { PathReader } from '../tool.ts'
import type { SearchDeps } from './list-files.ts'
import { nearPaths } from './near-paths.ts'

/** Reads paths on the disk of this machine. */
export function createPathReader(deps: SearchDeps & { readonly flavour: PathFlavour }): PathReader {
  const { flavour } = deps
  return {
    meant: async (given, need, root) =>
      namesOutput(given) ? null : await meantPath(given, need, { root, flavour }),
    near: async (given, need, looking, signal) => {
      if (namesOutput(given)) return { near: [], hasFolder: false }
      const near = await nearPaths(deps, given, need, looking, signal)
      return { near, hasFolder: await hasFolder(given, looking.root, flavour) }
    },
  }
}

/** Whether the folder is there in which a path would be, inside the project. */
async function hasFolder(given: string, root: string, flavour: PathFlavour): Promise<boolean> {
  try {
    const place = await locatePath(root, given, flavour)
    const absolute = dirname(place.absolute)
    return !place.outside && (await standingAt({ ...place, absolute })).kind === 'folder'
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
