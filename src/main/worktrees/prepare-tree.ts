import { constants } from 'node:fs'
import { copyFile, lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isErrno } from '../lib/errno.ts'
import { givePackages } from './clone-packages.ts'
import { isInside, isPackageFolder } from './link-packages.ts'
import { setupCommands, smallFile } from './setup-commands.ts'
import type { WorktreeSetup } from './worktree-rows.ts'

/** The file in which a project lists ignored files for new worktrees, in the form of `.gitignore`. */
const INCLUDE = '.worktreeinclude'

const MOST_LINKED = 200
const MOST_COPIED = 500
const MOST_COPIED_BYTES = 50 * 1024 * 1024

/** Local settings that a project without `.worktreeinclude` gets: environment files and settings of agents. */
const LOCAL_FILES = /(^|\/)(\.env(\.[^/]*)?|\.envrc)$|^\.claude\/settings\.local\.json$/

/** Settings that restrict agents. They are copied in every case, also where git ignores them. */
const OWN_SETTINGS = /(^|\/)\.orrery\/[^/]+\.toml$/

/** Asks git in a folder and returns its output. */
export type Ask = (folder: string, args: readonly string[], signal: AbortSignal) => Promise<string>

type Places = { readonly repository: string; readonly tree: string; readonly isWindows: boolean }

/** Prepares a new worktree: clones or links packages, copies local settings and reads the set-up commands. */
export async function prepareTree(ask: Ask, places: Places, signal: AbortSignal): Promise<WorktreeSetup> {
  const { repository, tree, isWindows } = places
  const ignored = await ignoredIn(ask, repository, signal)
  const linked: string[] = []
  const cloned: string[] = []
  for (const folder of ignored.filter(isPackageFolder).slice(0, MOST_LINKED)) {
    const places = { from: join(repository, folder), to: join(tree, folder), tree }
    const way = await givePackages(places, signal)
    ;(way === 'clone' ? cloned : linked).push(folder.replace(/\/$/, ''))
  }
  const copied = await copyFiles(places, await wanted(ask, repository, ignored, signal), signal)
  return {
    linked,
    cloned,
    copied,
    commands: await setupCommands(tree, isWindows),
  }
}

/** Returns what git ignores, folders with a slash at their end. */
async function ignoredIn(ask: Ask, repository: string, signal: AbortSignal): Promise<string[]> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  return namesIn(await ask(repository, args, signal))
}

async function wanted(
  ask: Ask,
  repository: string,
  ignored: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const own = namesIn(
    await ask(repository, ['ls-files', '--others', '-z', '--', ':(glob)**/.orrery/*.toml'], signal),
  ).filter((path) => OWN_SETTINGS.test(path))
  if ((await smallFile(join(repository, INCLUDE))) === null) {
    return [...own, ...ignored.filter((path) => LOCAL_FILES.test(path))]
  }
  const args = ['ls-files', '--others', '--ignored', `--exclude-from=${join(repository, INCLUDE)}`, '-z']
  const packages = ignored.filter(isPackageFolder)
  const left = packages.map((folder) => `:(exclude,literal)${folder}`)
  const asked = namesIn(await ask(repository, [...args, '--', '.', ...left], signal))
  // A file that git does not ignore would show as a change of the worktree.
  return [...own, ...asked.filter((path) => ignored.some((each) => each === path || isBelow(path, each)))]
}

const isBelow = (path: string, folder: string): boolean => folder.endsWith('/') && path.startsWith(folder)

/** Copies files, each only where none is. Links are left out, and so is what the limits do not allow. */
async function copyFiles(
  { repository, tree }: Places,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const copied: string[] = []
  let bytes = 0
  for (const path of new Set(paths.slice(0, MOST_COPIED))) {
    signal.throwIfAborted()
    const [from, to] = [join(repository, path), join(tree, path)]
    const found = await lstat(from).catch(() => null)
    if (found === null || !found.isFile() || bytes + found.size > MOST_COPIED_BYTES) continue
    if (!(await isInside(dirname(to), tree))) continue
    try {
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    } catch (error) {
      if (isErrno(error, 'EEXIST')) continue
      throw error
    }
    bytes += found.size
    copied.push(path)
  }
  return copied.toSorted((one, other) => basename(one).localeCompare(basename(other)))
}

const namesIn = (output: string): string[] => output.split('\0').filter((name) => name !== '')
