import { spawn } from 'node:child_process'
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { holds } from './profile.ts'
import { FIND } from './project/project-search.ts'
import { unlessMissing } from './unless-missing.ts'

/** The ways from the home folder to other programs, which are open where files are read-only. Absolute paths. */
export type HomeDoors = {
  readonly pipes: readonly string[]
  /** Also those without a listener here: the program may be in a container. */
  readonly sockets: readonly string[]
  /** Folders in which there may be more: their search was cut, or they cannot be listed. */
  readonly unsearched: readonly string[]
}

/** Searches some folders for named pipes and sockets within a time in milliseconds. */
export type FindDoors = (folders: readonly string[], ms: number) => Promise<HomeDoors>

/** Nothing was found. */
export const NO_DOORS: HomeDoors = { pipes: [], sockets: [], unsearched: [] }
/** The time in which a home folder must be searched, in milliseconds. */
const SEARCH_MS = 20_000
/** A search stays good for this time in milliseconds, and for so many times as long as it took. */
const FRESH_MS = 5_000
const SHARE = 50
/** Each is a mount of its own. A folder with more of them is closed as a whole. */
const MOST_IN_FOLDER = 40

export type DoorSearchDeps = {
  readonly home: string
  readonly clock: Pick<Clock, 'elapsed'>
  readonly platform: NodeJS.Platform
  readonly find?: FindDoors
}

/**
 * Creates the search for the pipes and sockets of a home folder. The first command waits for the search of its folders.
 * Later ones use what was found, and an old search is repeated beside them. Only Linux needs it: the sandbox of macOS
 * closes whatever it does not open.
 */
export function createDoorSearch({ home, clock, platform, find = findDoors }: DoorSearchDeps) {
  let found: Promise<HomeDoors> | null = null
  let due = Number.POSITIVE_INFINITY
  const search = async (): Promise<HomeDoors> => {
    const began = clock.elapsed()
    due = Number.POSITIVE_INFINITY
    try {
      const folders = await foldersIn(home)
      return folders.length === 0 ? NO_DOORS : crowded(home, await find(folders, SEARCH_MS))
    } finally {
      const now = clock.elapsed()
      due = now + Math.max(FRESH_MS, (now - began) * SHARE)
    }
  }
  const begin = () => {
    const next = search()
    next.catch(() => {})
    return next
  }
  const newest = async (): Promise<HomeDoors> => {
    found ??= begin()
    const before = found
    if (clock.elapsed() >= due) {
      // The old answer counts until the new one is there, and stays where the new search fails.
      const next = begin()
      const take = () => {
        found = next
      }
      next.then(take, () => {})
    }
    return await before
  }
  /** Returns the doors outside some folders: in a project, its commands make and remove them. */
  return async (open: readonly string[]): Promise<HomeDoors> => {
    if (platform !== 'linux') return NO_DOORS
    const [near, far] = await Promise.all([doorsAt(home), newest()])
    const isClosed = (path: string) => !open.some((folder) => !holds(folder, home) && holds(folder, path))
    return {
      pipes: [...near.pipes, ...far.pipes].filter(isClosed),
      sockets: [...near.sockets, ...far.sockets].filter(isClosed),
      unsearched: far.unsearched.filter(isClosed),
    }
  }
}

/** The pipes and sockets directly in a folder. */
async function doorsAt(folder: string): Promise<HomeDoors> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []
  const named = (kind: readonly Dirent[]) => kind.map(({ name }) => join(folder, name))
  return {
    pipes: named(entries.filter((entry) => entry.isFIFO())),
    sockets: named(entries.filter((entry) => entry.isSocket())),
    unsearched: [],
  }
}

/** The folders of a home folder. Those of tools come first: closed, they would be missed most. */
async function foldersIn(home: string): Promise<string[]> {
  const entries = (await unlessMissing(readdir(home, { withFileTypes: true }))) ?? []
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const isTools = (name: string) => name.startsWith('.')
  return [...names.filter(isTools), ...names.filter((name) => !isTools(name))].map((name) => join(home, name))
}

/** Closes folders with many doors as a whole. */
function crowded(home: string, doors: HomeDoors): HomeDoors {
  const top = (path: string) => join(home, path.slice(home.length + 1).split('/')[0] ?? '')
  const counts = new Map<string, number>()
  for (const path of [...doors.pipes, ...doors.sockets, ...doors.unsearched])
    counts.set(top(path), (counts.get(top(path)) ?? 0) + 1)
  const full = [...counts].flatMap(([path, count]) => (count > MOST_IN_FOLDER && path !== home ? [path] : []))
  const outside = (path: string) => path !== home && !full.includes(top(path))
  return {
    pipes: doors.pipes.filter(outside),
    sockets: doors.sockets.filter(outside),
    unsearched: [...doors.unsearched.filter(outside), ...full],
  }
}

/** Searches with the program of the system. Without one, nothing is searched, and everything stays closed. */
async function findDoors(folders: readonly string[], ms: number): Promise<HomeDoors> {
  for (const program of FIND) {
    const found = await findWith(program, folders, ms)
    if (found !== null) return found
  }
  return { ...NO_DOORS, unsearched: folders }
}

/** Named between two folders, so that it shows in the answer that the first one was searched to its end. */
const BORDER = '/dev/null'
const TESTS = [
  ...['-type', 'p', '-o', '-type', 's', '-o', '-type', 'd', '!', '-perm', '-500'],
  ...['-o', '-path', BORDER],
]
/** The mark in the output for bytes that are no valid text. */
const REPLACED = '\ufffd'

function findWith(program: string, folders: readonly string[], ms: number): Promise<HomeDoors | null> {
  const places = folders.flatMap((folder) => [folder, BORDER])
  return new Promise((resolve) => {
    const child = spawn(program, [...places, '(', ...TESTS, ')', '-print0'], {
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: ms,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    child.stdout.on('data', (data: Buffer) => parts.push(data))
    child.once('error', () => resolve(null))
    child.once('close', () => {
      const paths = Buffer.concat(parts).toString().split('\0').slice(0, -1)
      const ended = paths.filter((path) => path === BORDER).length
      resolve(sorted([...paths.filter((path) => path !== BORDER), ...folders.slice(ended)]))
    })
  })
}

/** Sorts what was found by its kind. A path that is no text cannot be closed, but the folder around it can. */
async function sorted(paths: readonly string[]): Promise<HomeDoors> {
  const found = { pipes: [] as string[], sockets: [] as string[], unsearched: [] as string[] }
  for (const path of new Set(paths.map(readable))) {
    const stats = await unlessMissing(lstat(path))
    if (stats?.isFIFO() === true) found.pipes.push(path)
    else if (stats?.isSocket() === true) found.sockets.push(path)
    else if (stats?.isDirectory() === true) found.unsearched.push(path)
  }
  return found
}

/** A path up to the first name that is no text. */
function readable(path: string): string {
  const at = path.indexOf(REPLACED)
  return at === -1 ? path : path.slice(0, path.lastIndexOf('/', at))
}
