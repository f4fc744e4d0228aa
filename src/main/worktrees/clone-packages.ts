import { constants } from 'node:fs'
import { copyFile, cp, mkdir, opendir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isErrno } from '../lib/errno.ts'
import { isInside, linkPackages } from './link-packages.ts'

/** More files than this are linked: cloning them takes longer than a second. */
export const MOST_CLONED = 4_000

/** Whether a worktree gets clones of a package folder, or links into it. */
export type PackageWay = 'clone' | 'link'

/**
 * Chooses how a worktree gets a package folder. A clone shares its blocks with the original, so it costs no space and
 * agents may write to it. It needs a file system that clones, and few enough files. `files` is null for too many.
 */
export function packageWay({
  clones,
  files,
}: {
  readonly clones: boolean
  readonly files: number | null
}): PackageWay {
  return clones && files !== null && files <= MOST_CLONED ? 'clone' : 'link'
}

type Places = { readonly from: string; readonly to: string; readonly tree: string }

/** Gives a worktree the packages of a folder of the project, as clones where possible. Returns the way it took. */
export async function givePackages(
  { from, to, tree }: Places,
  signal: AbortSignal,
  /** Whether the file system clones the probe. */
  clones: (probe: string, tree: string) => Promise<boolean> = clonesTo,
): Promise<PackageWay> {
  const { files, probe } = await filesIn(from, signal)
  const way = packageWay({ clones: probe !== null && (await clones(probe, tree)), files })
  if (way === 'clone' && (await clone({ from, to, tree }))) return 'clone'
  await linkPackages(from, to, tree)
  return 'link'
}

/** Clones a folder. A clone that fails leaves nothing behind. */
async function clone({ from, to, tree }: Places): Promise<boolean> {
  if (!(await isInside(dirname(to), tree))) return false
  try {
    await mkdir(to)
  } catch (error) {
    // The folder is in the repository: what is in it stays.
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
  try {
    // A link within the project leads to the same place in the worktree.
    await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    return true
  } catch (error) {
    if (!isErrno(error)) throw error
    await rm(to, { recursive: true, force: true })
    return false
  }
}

/** Counts the files below a folder, up to the limit, and returns one of them as a probe. */
async function filesIn(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly files: number | null; readonly probe: string | null }> {
  const waiting = [folder]
  let files = 0
  let probe: string | null = null
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal.throwIfAborted()
    for await (const entry of await opendir(at)) {
      if (entry.isDirectory()) waiting.push(join(at, entry.name))
      if (!entry.isFile()) continue
      files += 1
      probe ??= join(at, entry.name)
      if (files > MOST_CLONED) return { files: null, probe }
    }
  }
  return { files, probe }
}

/** Whether the file system clones a file into the worktree. */
async function clonesTo(probe: string, tree: string): Promise<boolean> {
  const copy = join(tree, `.${basename(probe)}.orrery-probe`)
  try {
    await copyFile(probe, copy, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (!isErrno(error)) throw error
    return false
  } finally {
    await rm(copy, { force: true })
  }
}
