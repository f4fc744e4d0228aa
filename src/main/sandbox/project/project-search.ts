import { spawn } from 'node:child_process'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import { AGENT_NAMES } from '../default-places.ts'
import { unlessMissing } from '../unless-missing.ts'

/** The places in a project whose names steer git or agents. Absolute paths. */
export type FoundInProject = {
  /** Every `.git`, and every folder that git takes for a repository by its content. */
  readonly repositories: readonly string[]
  /** Files and folders that say what agents and editors may do. */
  readonly agents: readonly string[]
  /** Folders whose names cannot be listed until their rights change. */
  readonly unreadable: readonly string[]
  /** Such places whose paths are no valid text. */
  readonly undecodable: readonly Buffer[]
  /** A folder of the project in which a path is too long for the system; null where there is none. */
  readonly tooDeep: string | null
  /** False when the time limit ended the search, or a path was too long for it. */
  readonly complete: boolean
}

/** The moment after which a search gives up. */
export type TimeLimit = { readonly left: () => number }

export type ProjectSearch = {
  readonly root: string
  /** Whether folders that package managers and builds fill are searched too. */
  readonly inBuilds: boolean
  readonly limit: TimeLimit
  /** The most folders that are read here. More are searched by `find`. */
  readonly most?: number
}

/**
 * Folders that package managers and builds fill and remove. Nothing in them is mounted, because an install could not
 * replace it. Changes in them are found afterwards.
 */
const BUILD_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'target',
  '.venv',
  'venv',
  '__pycache__',
  '.cache',
])

/** A small project is read faster here than a program starts. */
const MOST_FOLDERS = 300
/** The places of the program of the system that searches folders. */
export const FIND = ['/usr/bin/find', '/bin/find', '/run/current-system/sw/bin/find']
/** The longest time that can be asked for. */
const MOST_MS = 2 ** 31 - 1
const REPLACED = '\ufffd'

/**
 * The longest path that is looked at, in bytes. The system takes 4,096; the rest is for the names in a folder of git.
 * Programs reach longer ones from the folder around them.
 */
const LONGEST = 3_584
const TOO_LONG = 'File name too long'

type Raw = {
  readonly named: Buffer[]
  readonly unreadable: Buffer[]
  /** Folders that the system did not list because of the length of their paths. */
  readonly tooLong: readonly Buffer[]
  readonly complete: boolean
}

/** Whether a place is inside a folder that a build may remove at any time. */
export function isInBuild(root: string, path: string): boolean {
  return relative(root, dirname(path))
    .split('/')
    .some((part) => BUILD_FOLDERS.has(part))
}

/** Searches all folders of a project, at any depth, without following links. */
export async function searchProject(search: ProjectSearch): Promise<FoundInProject> {
  const raw = (await walk(search, search.most ?? MOST_FOLDERS)) ?? (await findAll(search))
  const tooLong = [
    ...raw.tooLong,
    ...[...raw.named, ...raw.unreadable].filter(({ length }) => length > LONGEST),
  ]
  const isText = (path: Buffer) => !path.toString().includes(REPLACED)
  const named = raw.named.filter(isText).map(String)
  const heads = named.filter((path) => nameOf(path) === 'head')
  const bare = await Promise.all(
    heads.map(async (path) => ((await isBare(dirname(path))) ? [dirname(path)] : [])),
  )
  const dotGits = named.filter((path) => nameOf(path) === '.git')
  const known = new Set(dotGits)
  return {
    repositories: [...dotGits, ...bare.flat().filter((path) => !known.has(path))],
    agents: named.filter((path) => AGENT_NAMES.has(nameOf(path))),
    unreadable: raw.unreadable.map(String),
    undecodable: raw.named.filter((path) => !isText(path)),
    tooDeep: tooLong[0] === undefined ? null : topOf(search.root, tooLong[0].toString()),
    complete: raw.complete && tooLong.length === 0,
  }
}

/** The folder directly in the root that a path leads through. */
const topOf = (root: string, path: string) => join(root, relative(root, path).split('/')[0] ?? '')

const nameOf = (path: string) => basename(path).toLowerCase()

/** Whether git takes a folder for a repository, although it has another name than `.git`. */
async function isBare(folder: string): Promise<boolean> {
  const names = new Set(((await unlessMissing(readdir(folder))) ?? []).map((name) => name.toLowerCase()))
  // With a shared folder, commits and names are there.
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

const isNamed = (name: string) => name === '.git' || name === 'head' || AGENT_NAMES.has(name)

/** Reads the folders here. Null when there are more than `most`, or one has a name that is no valid text. */
async function walk({ root, inBuilds, limit }: ProjectSearch, most: number): Promise<Raw | null> {
  const named: Buffer[] = []
  const unreadable: Buffer[] = []
  const tooLong: Buffer[] = []
  let level: readonly string[] = [root]
  let seen = 0
  while (level.length > 0) {
    seen += level.length
    if (seen > most) return null
    if (limit.left() <= 0) return { named, unreadable, tooLong, complete: false }
    const next: string[] = []
    let isText = true
    await Promise.all(
      level.map(async (folder) => {
        const entries = await entriesOf(folder)
        if (entries === 'closed') unreadable.push(Buffer.from(folder))
        if (entries === 'long') tooLong.push(Buffer.from(folder))
        for (const entry of typeof entries === 'string' ? [] : entries) {
          if (entry.name.includes(REPLACED)) isText = false
          if (isNamed(entry.name.toLowerCase())) named.push(Buffer.from(join(folder, entry.name)))
          if (entry.isDirectory() && (inBuilds || !BUILD_FOLDERS.has(entry.name)))
            next.push(join(folder, entry.name))
        }
      }),
    )
    if (!isText) return null
    level = next
  }
  return { named, unreadable, tooLong, complete: true }
}

/** The entries of a folder that may be read and whose path is not too long. */
async function entriesOf(folder: string): Promise<Dirent[] | 'closed' | 'long'> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM')) return 'closed'
    if (isErrno(error, 'ENAMETOOLONG')) return 'long'
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return []
    throw error
  }
}

/** Searches with the program of the system, which is many times faster. Where there is none, the walk has no bound. */
async function findAll(search: ProjectSearch): Promise<Raw> {
  for (const program of FIND) {
    const found = await findWith(program, search)
    if (found !== null) return found
  }
  const none = { named: [], unreadable: [], tooLong: [], complete: false }
  return (await walk(search, Number.POSITIVE_INFINITY)) ?? none
}

function findWith(program: string, { root, inBuilds, limit }: ProjectSearch): Promise<Raw | null> {
  const builds = [...BUILD_FOLDERS].flatMap((name, index) => [...(index === 0 ? [] : ['-o']), '-name', name])
  const names = ['.git', 'HEAD', ...AGENT_NAMES].flatMap((name) => ['-iname', name, '-o'])
  const closed = ['-type', 'd', '!', '-perm', '-500']
  const args = [
    root,
    ...(inBuilds ? [] : ['-type', 'd', '(', ...builds, ')', '-prune', '-o']),
    ...['(', ...names, ...closed, ')', '-print0'],
  ]
  const named: Buffer[] = []
  const unreadable: Buffer[] = []
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let complaint = ''
  let isTooLong = false
  const take = (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const path = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      const name = path.subarray(path.lastIndexOf('/') + 1).toString()
      if (isNamed(name.toLowerCase())) named.push(path)
      else unreadable.push(path)
    }
  }
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: Math.min(MOST_MS, Math.max(1, Math.ceil(limit.left()))),
      killSignal: 'SIGKILL',
    })
    child.stdout.on('data', take)
    child.stderr.on('data', (data: Buffer) => {
      const said = complaint + data.toString()
      isTooLong ||= said.includes(TOO_LONG)
      complaint = said.slice(-TOO_LONG.length)
    })
    child.once('error', () => resolve(null))
    // A folder that cannot be read makes it fail; those are listed.
    child.once('close', (code) => {
      // Not every system has a program that reads folders with longer paths.
      const tooLong = isTooLong ? [Buffer.from(root)] : []
      resolve({ named, unreadable, tooLong, complete: code !== null })
    })
  })
}
