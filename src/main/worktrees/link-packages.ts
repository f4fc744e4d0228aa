import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isErrno } from '../lib/errno.ts'

/** Folders of installed packages. Git ignores them, and a new worktree lacks them. */
const PACKAGE_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'vendor'])

/** Folders in a package folder whose entries are linked one by one. */
const OPENED = /^(@[^/]+|\.bin)$/
/** Caches of tools. Each worktree gets its own. */
const CACHES = /^\.(?!bin$|package-lock\.json$|pnpm$|modules\.yaml$|yarn-state\.yml$|yarn-integrity$)/

/** Whether an ignored folder holds installed packages. */
export const isPackageFolder = (path: string): boolean =>
  path.endsWith('/') && PACKAGE_FOLDERS.has(basename(path))

/**
 * Gives a worktree the packages of the project: a real folder whose entries link to those of the project. The folder
 * itself is no link, so that git ignores it as it does in the project. A link within the project, as of a workspace
 * package, leads to the same place in the worktree.
 */
export async function linkPackages(from: string, to: string, tree: string): Promise<void> {
  if (!(await isInside(dirname(to), tree))) return
  const isNode = basename(from) === 'node_modules'
  await linkEntries(from, to, (name) => isNode && CACHES.test(name))
}

async function linkEntries(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<void> {
  try {
    await mkdir(to)
  } catch (error) {
    // The folder is in the repository: what is in it stays.
    if (isErrno(error, 'EEXIST')) return
    throw error
  }
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (isLeftOut(entry.name)) return
      if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (entry.isDirectory() && OPENED.test(entry.name)) await linkEntries(source, target, () => false)
      else if (entry.isDirectory()) await symlink(source, target, 'junction')
      else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
    }),
  )
}

/** Creates a folder and says whether it is truly in the worktree: a link of the repository may lead out of it. */
export async function isInside(folder: string, tree: string): Promise<boolean> {
  const way = relative(tree, folder)
  let at = tree
  for (const name of way === '' ? [] : way.split(sep)) {
    at = join(at, name)
    try {
      if (!(await lstat(at)).isDirectory()) return false
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error
      await mkdir(at)
    }
  }
  return (await realpath(folder)) === join(await realpath(tree), way)
}
