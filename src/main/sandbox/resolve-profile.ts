import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NEEDED_CACHES } from './default-places.ts'
import type { GitPlaces } from './git-places.ts'
import { holds, type Places } from './profile.ts'
import type { SandboxProfile } from './sandbox-profile.ts'
import { unlessMissing } from './unless-missing.ts'

export type ResolveInput = {
  readonly root: string
  readonly home: string
  readonly places: Places
  readonly git: GitPlaces
  /** Sockets on which programs of this machine listen. Connecting needs no right to write, so they are covered. */
  readonly sockets: readonly string[]
  /** The folders of `PATH`. */
  readonly programs: readonly string[]
}

/** The part of a profile that depends on the disk. */
export type ResolvedPlaces = Pick<
  SandboxProfile,
  'writable' | 'readOnly' | 'pinned' | 'hiddenFolders' | 'hiddenFiles' | 'visible'
>

/** Folders that are replaced as a whole: they hold sockets and files of other programs. */
const REPLACED = ['/run', '/var/run', '/tmp', '/var/tmp']

/** A token in a settings file. */
const TOKEN = /_auth(Token)?\s*=|_password|npmAuthToken|:\/\/[^/\s]+:[^/\s]+@|<password>/i

/** Finds which places of a profile exist, and follows links: a mount needs the true path. */
export async function resolvePlaces({
  root,
  home,
  places,
  git,
  sockets,
  programs,
}: ResolveInput): Promise<ResolvedPlaces> {
  const hidden = truePaths([...places.hidden, ...(await withTokens(places.maybeHidden))])
  const opened = truePaths([...places.writable, ...(await targetPlaces(places.targets))])
  const writable = opened.map(({ path }) => path).filter((path) => path !== '/' && !holds(path, home))
  const open = [root, ...writable, ...git.pinned]
  const closed = [...truePaths(places.readOnly).map(({ path }) => path), ...git.readOnly]
  const shown = truePaths(programs.filter((path) => REPLACED.some((place) => holds(place, path)))).map(
    ({ path }) => path,
  )
  const folders = [...REPLACED, ...hidden.filter(({ isFolder }) => isFolder).map(({ path }) => path)]
  const reachable = sockets.filter(
    (path) => open.some((place) => holds(place, path)) || !folders.some((place) => holds(place, path)),
  )
  const covered = existingSockets(reachable)
  return {
    writable,
    pinned: git.pinned,
    // What nobody can write anyway needs no mount of its own.
    readOnly: closed.filter((path) => open.some((place) => holds(place, path))),
    hiddenFolders: hidden.filter(({ isFolder, path }) => isFolder && path !== root).map(({ path }) => path),
    hiddenFiles: [...hidden.filter(({ isFolder }) => !isFolder).map(({ path }) => path), ...covered],
    visible: shown.filter((path) => !open.some((place) => holds(place, path))),
  }
}

type TruePath = { readonly path: string; readonly isFolder: boolean }

function truePaths(paths: readonly string[]): TruePath[] {
  return [...new Set(paths)].flatMap((given): TruePath[] => {
    // Most places are missing on most machines, and asking for them one by one would take longer than the sandbox.
    const there = statOf(given)
    if (there === null || there.isSocket()) return []
    const path = trueOf(given)
    const stats = path === null ? null : statOf(path)
    return path === null || stats === null || stats.isSocket()
      ? []
      : [{ path, isFolder: stats.isDirectory() }]
  })
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    // A folder on the way may not be entered, so nothing there can be used either.
    return null
  }
}

function trueOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

async function withTokens(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files
      .filter((file) => statOf(file) !== null)
      .map(async (file) => (TOKEN.test((await unlessMissing(readFile(file, 'utf8'))) ?? '') ? [file] : [])),
  )
  return found.flat()
}

/** What an allowed command may write: the files it names, and for a file that does not exist the folder around it. */
async function targetPlaces(targets: readonly string[]): Promise<string[]> {
  return await Promise.all(
    targets.map(async (path) => {
      const found = await unlessMissing(lstat(path))
      return found === null ? path.slice(0, path.lastIndexOf('/')) || '/' : path
    }),
  )
}

/** Creates the caches that installed programs would create themselves and could not inside. */
export async function prepareCaches(home: string, programs: readonly string[]): Promise<void> {
  for (const [name, folders] of Object.entries(NEEDED_CACHES)) {
    const there = await Promise.all(programs.map((folder) => unlessMissing(lstat(join(folder, name)))))
    if (there.every((each) => each === null)) continue
    for (const folder of folders) await unlessMissing(mkdir(join(home, folder), { recursive: true }))
  }
}

function existingSockets(paths: readonly string[]): string[] {
  return paths.filter((path) => statOf(path)?.isSocket() === true)
}

/** The paths of the sockets in a listing of `/proc/net/unix`. Those without a path are closed by the network. */
export function socketPaths(listing: string): string[] {
  const paths = listing.split('\n').flatMap((line) => /^\S+: (?:\S+ +){6}(\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)]
}
