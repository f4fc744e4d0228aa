import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { lstat, mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NEEDED_CACHES } from './default-places.ts'
import { holds, type Places } from './profile.ts'
import type { GitPlaces } from './project/git-places.ts'
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
> & { readonly replaced: readonly string[] }

/** Folders that are replaced as a whole: they hold sockets and files of other programs. */
const REPLACED = ['/run', '/var/run', '/tmp', '/var/tmp']

/** A token in a settings file. */
const TOKEN =
  /_auth(Token)?\s*=|password|npmAuth(Token|Ident)|:\/\/[^/\s]+:[^/\s]+@|:\s*"?[^\s":]+:[^\s":]+"?\s*$/im

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
  const readOnly = closed.filter((path) => open.some((place) => holds(place, path)))
  const hiddenFolders = hidden.filter(({ isFolder, path }) => isFolder && path !== root)
  const hiddenFiles = hidden.filter(({ isFolder }) => !isFolder)
  const placed = truePaths(places.placed).map(({ path }) => path)
  const replaced = replacedIn(places.replaced, writable)
  return {
    writable,
    replaced,
    pinned: [
      ...git.pinned,
      // Those around caches first: how many there are of the others is up to what a project holds.
      ...foldersAround([...replaced, ...placed], { open: [root, ...writable], replaced }),
    ],
    // A place that cannot be written anyway needs no mount of its own.
    readOnly,
    hiddenFolders: hiddenFolders.map(({ path }) => path),
    hiddenFiles: [...hiddenFiles.map(({ path }) => path), ...covered],
    visible: [...shown, ...truePaths(places.shown).map(({ path }) => path)].filter(
      (path) => !open.some((place) => holds(place, path)),
    ),
  }
}

/** Each is a mount of its own. */
const MOST_PINNED = 300

type Around = { readonly open: readonly string[]; readonly replaced: readonly string[] }

/**
 * The folders between an open place and what is closed in it. Under another name, a rule about a path would no longer
 * cover what is in such a folder, so that the next command could read or change it. Of a replaced folder no command
 * reaches what is around the places that are open in it.
 */
function foldersAround(closed: readonly string[], { open, replaced }: Around): string[] {
  const found = new Set<string>()
  for (const path of closed) {
    const over = (places: readonly string[]) => places.filter((place) => path.startsWith(`${place}/`))
    const shield = longest(over(replaced))
    const top = shortest(over(open).filter((place) => shield === '' || place.startsWith(`${shield}/`)))
    if (top === '') continue
    for (let at = dirname(path); at !== top && !found.has(at) && found.size < MOST_PINNED; at = dirname(at))
      if (statOf(at) !== null) found.add(at)
  }
  return [...found]
}

const longest = (paths: readonly string[]) =>
  paths.reduce((best, path) => (path.length > best.length ? path : best), '')
const shortest = (paths: readonly string[]) =>
  paths.reduce((best, path) => (best === '' || path.length < best.length ? path : best), '')

/**
 * Creates the private caches that a command could create in an open one, and resolves its places. The sandbox would create
 * them when it starts, too late to hold the folders around them: a command could put folders of its own in their place.
 */
export async function preparePlaces(input: ResolveInput): Promise<ResolvedPlaces> {
  const { writable, replaced } = input.places
  const open = truePaths(writable).map(({ path }) => path)
  for (const path of replacedIn(replaced, open)) {
    if (statOf(path) === null) await unlessMissing(mkdir(path, { recursive: true }))
  }
  return await resolvePlaces(input)
}

/** Those that exist, and those that a command could create in what it may write. */
function replacedIn(paths: readonly string[], writable: readonly string[]): string[] {
  return paths.flatMap((given) => {
    let there = given
    while (statOf(there) === null && there !== '/') there = dirname(there)
    const real = trueOf(there)
    if (real === null) return []
    const path = real + given.slice(there.length)
    return there === given || writable.some((place) => holds(place, path)) ? [path] : []
  })
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

/** The files an allowed command may write: the files it names, and for a file that does not exist the folder around it. */
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

/** The extra folders that are still where they were added: a link in their place would open what it leads to. */
export async function unmoved(folders: readonly string[] = []): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ((await unlessMissing(realpath(folder))) === folder ? [folder] : [])),
  )
  return found.flat()
}
