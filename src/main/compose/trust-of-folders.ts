import path from 'node:path'
import type { Projects } from '../projects/registry.ts'

/** Tells whether the person trusts a project that is this folder or is in it. */
export function createTrustOfFolders({ list }: Pick<Projects, 'list'>) {
  return async (folder: string): Promise<boolean> =>
    (await list()).some((project) => project.trusted === true && isIn(folder, project.path))
}

function isIn(folder: string, inner: string): boolean {
  const way = path.relative(folder, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}
