import type { Stats } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import type { GuardedPlace, GuardKind } from '#shared/permission/guard.ts'
import { hooksPaths, parseGitSettings } from '../../git/git-settings.ts'
import { isErrno } from '../../lib/errno.ts'
import { type DiskCheck, patientCheck } from '../../lib/files/disk-check.ts'
import { guardByName } from '../permission/protected-path.ts'
import type { Located } from './locate-path.ts'
import { isInside, type PathFlavour, placeOf } from './project-path.ts'
import { STARTUP_FILES, SYSTEM_STARTUP } from './startup-files.ts'

/** A canonical place, with everything in it where it is a folder. */
type Guarded = { readonly kind: GuardKind; readonly at: string }

const SETTINGS_BYTES = 256 * 1024
const HIGHEST_CLIMB = 64
const MOST_NAMES = 2_000

/**
 * The guarded places that a change of a file touches: by name, by where the path really leads, and by identity where
 * the file has other names (hard links).
 */
export function guardsOfChange(place: Located, root: string, flavour: PathFlavour): Promise<GuardedPlace[]> {
  const find = () => findGuards(place, root, flavour)
  return flavour.disk === undefined ? find() : flavour.disk.guards(`${root}\0${place.absolute}`, find)
}

async function findGuards(place: Located, root: string, flavour: PathFlavour): Promise<GuardedPlace[]> {
  const named = guardByName(place.shown)
  const places = [...(await lately(root, flavour)), ...(await gitPlacesAround(place, root, flavour))]
  const found = [
    ...places.filter(
      ({ kind, at }) => isIn(at, place.absolute, flavour) && !isShared(kind, at, place, flavour),
    ),
    ...(await repositoryAround(place, root, flavour)),
  ]
  if (named === null && found.length === 0) found.push(...(await linkedTo(place, places, lookOf(flavour))))
  const shown = found.map(({ kind, at }) => ({ kind, path: placeOf(root, at, flavour).shown }))
  return unique([...(named === null ? [] : [named]), ...shown])
}

/** The guarded places that reading a file or folder shows: only those of the app itself. */
export function guardsOfRead(place: Located, root: string, flavour: PathFlavour): Promise<GuardedPlace[]> {
  const find = () => findReadGuards(place, root, flavour)
  return flavour.disk === undefined ? find() : flavour.disk.readGuards(`${root}\0${place.absolute}`, find)
}

async function findReadGuards(place: Located, root: string, flavour: PathFlavour): Promise<GuardedPlace[]> {
  const home = await appHomeOf(root, flavour)
  if (home === null) return []
  const guard: GuardedPlace = { kind: 'app_home_read', path: placeOf(root, home, flavour).shown }
  if (isIn(home, place.absolute, flavour)) return isOpenToRead(home, place.absolute, flavour) ? [] : [guard]
  return (await linkedTo(place, [{ kind: 'app_home_read', at: home }], lookOf(flavour))).length > 0
    ? [guard]
    : []
}

/** Returns the paths a search must exclude: the app's own, unless the search is for these. */
export async function hiddenFrom(
  asked: Located,
  root: string,
  flavour: PathFlavour,
): Promise<(absolute: string) => boolean> {
  const home = await appHomeOf(root, flavour)
  if (home === null || isIn(home, asked.absolute, flavour)) return () => false
  return (absolute) => isIn(home, absolute, flavour) && !isOpenToRead(home, absolute, flavour)
}

/** The app's own folder, or null where the project is in it, as worktrees of workflows are. */
export async function appHomeOf(root: string, flavour: PathFlavour): Promise<string | null> {
  if (flavour.appHome === undefined) return null
  const owner = flavour.disk?.owner ?? flavour
  const now = performance.now()
  const found = knownHomes.get(owner)
  const isLately = found !== undefined && found.until > now
  const real = isLately ? found.real : realOf(flavour.appHome)
  if (!isLately) knownHomes.set(owner, { until: now + HOLDS_MS, real })
  const home = await real
  return home === null || isIn(home, root, flavour) ? null : home
}

/**
 * Whether a path in the app's folder is readable: files of skills and plugins, and the scratch folder that a chat's
 * agents share.
 */
function isOpenToRead(home: string, absolute: string, { path }: PathFlavour): boolean {
  const [first = '', second = ''] = path.relative(home, absolute).split(path.sep)
  return ['skills', 'plugins'].includes(first.toLowerCase()) || isScratch(first, second)
}

/** Whether a path of the app's home is in a folder in which agents of one chat leave files for each other. */
function isShared(kind: GuardKind, home: string, { absolute }: Located, { path }: PathFlavour): boolean {
  const [first = '', second = '', chat, file] = path.relative(home, absolute).split(path.sep)
  return kind === 'app_home' && isScratch(first, second) && chat !== undefined && file !== undefined
}

const isScratch = (first: string, second: string): boolean => first === 'data' && second === 'scratch'

type Known = { readonly until: number; readonly places: Promise<Guarded[]> }

const knownHomes = new WeakMap<
  PathFlavour,
  { readonly until: number; readonly real: Promise<string | null> }
>()
const known = new WeakMap<PathFlavour, Map<string, Known>>()
/** Lifetime of a project's cached guarded places, in milliseconds: a command can name hundreds of files. */
const HOLDS_MS = 1_000

async function lately(root: string, flavour: PathFlavour): Promise<readonly Guarded[]> {
  const owner = flavour.disk?.owner ?? flavour
  const roots = known.get(owner) ?? new Map<string, Known>()
  known.set(owner, roots)
  const found = roots.get(root)
  const now = performance.now()
  if (found !== undefined && found.until > now) return await found.places
  if (roots.size > 50) roots.clear()
  const places = guardedPlaces(root, flavour)
  roots.set(root, { until: now + HOLDS_MS, places })
  return await places
}

async function guardedPlaces(root: string, flavour: PathFlavour): Promise<Guarded[]> {
  const { path, home } = flavour
  const [appHome, own, git, ...startup] = await Promise.all([
    appHomeOf(root, flavour),
    Promise.all(PROJECT_PLACES.map(([kind, name]) => placed(kind, path.join(root, name)))),
    gitPlaces(root, flavour),
    ...STARTUP_FILES.map((name) => placed('shell', path.join(home, name))),
    ...(path.sep === '/' ? SYSTEM_STARTUP.map((file) => placed('shell', file)) : []),
  ])
  const ownHome: Guarded[] = appHome === null ? [] : [{ kind: 'app_home', at: appHome }]
  return [...ownHome, ...own, ...git, ...startup].filter((place) => place !== null)
}

/** Names that steer in the project folder; as links they may lead to another place. */
const PROJECT_PLACES: readonly (readonly [GuardKind, string])[] = [
  ['git', '.git'],
  ['orrery', '.orrery'],
  ['claude', '.claude'],
  ['mcp', '.mcp.json'],
]

async function placed(kind: GuardKind, path: string): Promise<Guarded> {
  return { kind, at: (await realOf(path)) ?? path }
}

/** Returns the git folder and hook folder of a repository outside a `.git` folder. */
async function gitPlaces(root: string, { path }: PathFlavour): Promise<Guarded[]> {
  let gitDir = path.join(root, '.git')
  const pointer = /^gitdir: ([^\n]+)/.exec((await smallText(gitDir)) ?? '')?.[1]
  if (pointer !== undefined) gitDir = path.resolve(root, pointer.trim())
  const common = (await smallText(path.join(gitDir, 'commondir')))?.trim()
  const dirs = [gitDir, ...(common === undefined ? [] : [path.resolve(gitDir, common)])]
  const hooks: string[] = []
  for (const dir of dirs) {
    const settings = parseGitSettings((await smallText(path.join(dir, 'config'))) ?? '') ?? []
    hooks.push(
      ...hooksPaths(settings)
        .filter((named) => named !== '')
        .map((named) => path.resolve(root, named)),
    )
  }
  return await Promise.all([...dirs, ...hooks].map((at) => placed('git', at)))
}

/** The git folders and hook folders of the repository that holds a place outside the project. */
async function gitPlacesAround(
  { absolute }: Located,
  root: string,
  flavour: PathFlavour,
): Promise<readonly Guarded[]> {
  const { path } = flavour
  if (isInside(root, absolute, flavour)) return []
  let at = path.dirname(absolute)
  for (let climbed = 0; climbed < HIGHEST_CLIMB; climbed += 1) {
    if (await isThere(path.join(at, '.git'), lookOf(flavour))) return await gitPlaces(at, flavour)
    const parent = path.dirname(at)
    if (parent === at) return []
    at = parent
  }
  return []
}

/** A bare repository that holds the file, or would with it: git takes one wherever it finds one. */
async function repositoryAround(
  { absolute }: Located,
  root: string,
  flavour: PathFlavour,
): Promise<Guarded[]> {
  const { path, disk } = flavour
  const look = lookOf(flavour)
  if (path.basename(absolute) === 'HEAD') return [{ kind: 'git', at: absolute }]
  let at = path.dirname(absolute)
  for (let climbed = 0; climbed < HIGHEST_CLIMB && at !== root; climbed += 1) {
    const head = path.join(at, 'HEAD')
    const found = disk === undefined ? isThere(head, look) : disk.isThere(head, () => isThere(head, look))
    if ((await found) && isOwnOfGit(path.relative(at, absolute), path.sep)) {
      return [{ kind: 'git', at }]
    }
    const parent = path.dirname(at)
    if (parent === at) return []
    at = parent
  }
  return []
}

function isOwnOfGit(inside: string, sep: string): boolean {
  const [first = ''] = inside.split(sep)
  return ['config', 'hooks', 'info', 'objects', 'refs', 'commondir', 'modules'].includes(first.toLowerCase())
}

/** The guarded places that hold a file under another of its names. */
async function linkedTo(
  { absolute }: Located,
  places: readonly Guarded[],
  look: DiskCheck,
): Promise<Guarded[]> {
  const first = await statOf(absolute, look)
  if (first === null || !first.isFile() || first.nlink < 2) return []
  const stat = await lstat(absolute, { bigint: true }).catch(nullWhenUnseen)
  if (stat === null || !stat.isFile() || stat.nlink < 2n) return []
  const found: Guarded[] = []
  for (const place of places) {
    for (const file of await filesIn(place.at)) {
      const other = await lstat(file, { bigint: true }).catch(nullWhenUnseen)
      if (other?.dev === stat.dev && other.ino === stat.ino) found.push(place)
    }
  }
  return found
}

/** Returns the file itself or the files of a folder, up to a limit, without git's object store. */
async function filesIn(at: string): Promise<string[]> {
  const files: string[] = []
  const folders = [at]
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(nullWhenUnseen)
    if (entries === null) files.push(folder)
    for (const entry of entries ?? []) {
      if (files.length >= MOST_NAMES) return files
      if (entry.isFile()) files.push(`${folder}/${entry.name}`)
      else if (entry.isDirectory() && !/^(objects|blobs|browser)$/.test(entry.name)) {
        folders.push(`${folder}/${entry.name}`)
      }
    }
  }
  return files
}

/** Compared without case: a disk may not tell names apart by it, and asking once too often does no harm. */
function isIn(folder: string, absolute: string, { path }: PathFlavour): boolean {
  const [outer, inner] = [plain(folder), plain(absolute)]
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : `${outer}${path.sep}`)
}

const BEYOND_ASCII = /[\u0080-\uffff]/

/** Most paths have no letter that two systems write differently, and composing takes most of the time. */
function plain(text: string): string {
  return (BEYOND_ASCII.test(text) ? text.normalize('NFC') : text).toLowerCase()
}

function unique(guards: readonly GuardedPlace[]): GuardedPlace[] {
  const seen = new Map(guards.map((guard) => [`${guard.kind} ${guard.path}`, guard]))
  const kinds = new Map<GuardKind, GuardedPlace>()
  for (const guard of seen.values()) if (!kinds.has(guard.kind)) kinds.set(guard.kind, guard)
  return [...kinds.values()]
}

async function realOf(path: string): Promise<string | null> {
  return await realpath(path).catch(nullWhenUnseen)
}

async function isThere(path: string, look: DiskCheck): Promise<boolean> {
  return (await statOf(path, look)) !== null
}

async function statOf(path: string, look: DiskCheck): Promise<Stats | null> {
  try {
    return await look.lstat(path)
  } catch (error) {
    return nullWhenUnseen(error)
  }
}

const lookOf = ({ disk }: PathFlavour): DiskCheck => disk?.look ?? patientCheck

async function smallText(file: string): Promise<string | null> {
  const stat = await lstat(file).catch(nullWhenUnseen)
  if (stat === null || !stat.isFile() || stat.size > SETTINGS_BYTES) return null
  return await readFile(file, 'utf8').catch(nullWhenUnseen)
}

function nullWhenUnseen(error: unknown): null {
  const unseen = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EISDIR', 'EINVAL']
  if (isErrno(error, ...unseen)) return null
  throw error
}
