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
  /** False when the time limit ended the search. */
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
const FIND = ['/usr/bin/find', '/bin/find', '/run/current-system/sw/bin/find']
/** The longest time that can be asked for. */
const MOST_MS = 2 ** 31 - 1
const REPLACED = '\ufffd'

type Raw = { readonly named: Buffer[]; readonly unreadable: Buffer[]; readonly complete: boolean }

/** Whether a place is inside a folder that a build may remove at any time. */
export function isInBuild(root: string, path: string): boolean {
  return relative(root, dirname(path))
    .split('/')
    .some((part) => BUILD_FOLDERS.has(part))
}

/** Searches all folders of a project, at any depth, without following links. */
export async function searchProject(search: ProjectSearch): Promise<FoundInProject> {
  const raw = (await walk(search, search.most ?? MOST_FOLDERS)) ?? (await findAll(search))
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
    complete: raw.complete,
  }
}

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
  let level: readonly string[] = [root]
  let seen = 0
  while (level.length > 0) {
    seen += level.length
    if (seen > most) return null
    if (limit.left() <= 0) return { named, unreadable, complete: false }
    const next: string[] = []
    let isText = true
    await Promise.all(
      level.map(async (folder) => {
        const entries = await entriesOf(folder)
        if (entries === null) unreadable.push(Buffer.from(folder))
        for (const entry of entries ?? []) {
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
  return { named, unreadable, complete: true }
}

/** The entries of a folder; null where it may not be read. */
async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM')) return null
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')) return []
    throw error
  }
}

/** Searches with the program of the system, which is many times faster. Where there is none, the walk has no bound. */
async function findAll(search: ProjectSearch): Promise<Raw> {
  for (const program of FIND) {
    const found = await findWith(program, search)
    if (found !== null) return found
  }
  const none = { named: [], unreadable: [], complete: false }
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
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: Math.min(MOST_MS, Math.max(1, Math.ceil(limit.left()))),
      killSignal: 'SIGKILL',
    })
    child.stdout.on('data', take)
    child.once('error', () => resolve(null))
    // A folder that cannot be read makes it fail; those are listed.
    child.once('close', (code) => resolve({ named, unreadable, complete: code !== null }))
  })
}
