import path from 'node:path'
import type { Projects } from './registry.ts'

/** Creates the check whether the person trusts a project at or inside this folder. */
export function createTrustOfFolders({ list }: Pick<Projects, 'list'>) {
  return async (folder: string): Promise<boolean> =>
    (await list()).some((project) => project.trusted === true && isIn(folder, project.path))
}

function isIn(folder: string, inner: string): boolean {
  const way = path.relative(folder, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
