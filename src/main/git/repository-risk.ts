import type { PlatformPath } from 'node:path'
import { isErrno } from '../lib/errno.ts'
import { type DiskCheck, patientCheck } from '../lib/files/disk-check.ts'
import {
  type GitReads,
  type GitSetting,
  hooksPaths,
  loudSettings,
  parseGitSettings,
  settingName,
} from './git-settings.ts'

/** The intended use of git on a repository. */
export type GitUse = {
  readonly reads: GitReads
  /** Whether hooks of the repository may run. */
  readonly runsHooks: boolean
  /** Whether git may enter repositories inside this one, which have settings of their own. */
  readonly entersSubmodules: boolean
  /** Whether only the repository of the folder itself counts, and none above it. */
  readonly alone?: boolean
  /** Whether its settings may name a work tree once: the caller knows that it is the folder itself. */
  readonly ownsTree?: boolean
}

/** The reason git may start a program named by a repository, or read an unexpected location. */
export type RepositoryRisk =
  /** `found`: every such setting with its value. */
  | { readonly kind: 'setting'; readonly name: string; readonly found: readonly string[] }
  | { readonly kind: 'unreadable' | 'elsewhere' | 'hook' | 'submodules' | 'too-deep' }

const SETTINGS_BYTES = 256 * 1024
const INDEX_BYTES = 64 * 1024 * 1024
const HIGHEST_CLIMB = 64

/** The mark of a submodule in the index of git. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0])

/** The only hook that a reading command can run: git calls it after it refreshed the index. */
const HOOK = /^post-index-change(\.|$)/i

/** One file of an index that is kept in several files. */
const SHARED_INDEX = /^sharedindex\./

type Repository = { readonly dir: string; readonly gitDir: string }

/**
 * Returns the first reason why git is not safe to use in a folder, or `null` when there is none. A repository may come
 * from an archive with settings of an attacker. Every repository upwards counts, also those that git would skip: safety
 * must not depend on how git tells them apart.
 */
export async function findRepositoryRisk(
  folder: string,
  use: GitUse,
  path: PlatformPath,
  look: DiskCheck = patientCheck,
): Promise<RepositoryRisk | null> {
  const disk = { path, look }
  const folders = [folder]
  while (use.alone !== true && folders.length < HIGHEST_CLIMB) {
    const last = folders.at(-1) ?? folder
    const parent = path.dirname(last)
    if (parent === last) break
    folders.push(parent)
  }
  const found = await Promise.all(folders.map((dir) => repositoriesIn(dir, disk)))
  for (const repository of found.flat()) {
    const risk = repository === 'unclear' ? ELSEWHERE : await riskOf(repository, use, disk)
    if (risk !== null) return risk
  }
  return folders.length < HIGHEST_CLIMB ? null : { kind: 'too-deep' }
}

/** The disk, and how its paths are written. */
type Disk = { readonly path: PlatformPath; readonly look: DiskCheck }

const ELSEWHERE: RepositoryRisk = { kind: 'elsewhere' }

/** Lists `.git` here, or the target of such a file, and the folder itself when it looks like a bare repository. */
async function repositoriesIn(dir: string, { path, look }: Disk): Promise<(Repository | 'unclear')[]> {
  const dotGit = path.join(dir, '.git')
  const repositories: (Repository | 'unclear')[] = []
  const [hasOwn, isBare] = await Promise.all([exists(dotGit, look), exists(path.join(dir, 'HEAD'), look)])
  if (hasOwn) {
    const pointer = await look.readSmall(dotGit, SETTINGS_BYTES)
    if (pointer === null) repositories.push({ dir, gitDir: dotGit })
    else {
      const target =
        pointer === 'unclear' ? undefined : /^gitdir: ([^\n]+)/.exec(pointer.toString('utf8'))?.[1]
      const gitDir = target === undefined ? null : absolute(target.trimEnd(), dir, path)
      repositories.push(gitDir === null ? 'unclear' : { dir, gitDir })
    }
  }
  if (isBare) repositories.push({ dir, gitDir: dir })
  return repositories
}

async function riskOf({ dir, gitDir }: Repository, use: GitUse, disk: Disk): Promise<RepositoryRisk | null> {
  const { path, look } = disk
  const pointer = await look.readSmall(path.join(gitDir, 'commondir'), SETTINGS_BYTES)
  const common =
    pointer instanceof Buffer ? absolute(pointer.toString('utf8').trimEnd(), gitDir, path) : gitDir
  if (pointer === 'unclear' || common === null) return ELSEWHERE
  const folders = [...new Set([gitDir, common])]
  const [settings, isBorrowed] = await Promise.all([
    settingsIn(folders, disk),
    borrowsFromElsewhere(folders, disk),
  ])
  if (settings === null) return { kind: 'unreadable' }
  const trees = settings.filter((each) => settingName(each) === 'core.worktree')
  const known = use.ownsTree === true && trees.length === 1 ? trees[0] : undefined
  const [first, ...rest] = loudSettings(settings, use.reads).filter((each) => each !== known)
  if (first !== undefined) return settingRisk([first, ...rest])
  if (isBorrowed) return ELSEWHERE
  if (use.runsHooks) {
    const risk = await hookRisk({ dir, folders, settings }, disk)
    if (risk !== null) return risk
  }
  for (const each of folders) {
    if (use.entersSubmodules && (await mayHoldRepositories(each, disk))) return { kind: 'submodules' }
  }
  return null
}

function settingRisk(settings: readonly [GitSetting, ...GitSetting[]]): RepositoryRisk {
  const found = settings.map((each) => `${settingName(each)}=${each.value}`)
  return { kind: 'setting', name: settingName(settings[0]), found }
}

async function settingsIn(folders: readonly string[], { path, look }: Disk): Promise<GitSetting[] | null> {
  const files = folders.flatMap((each) => [path.join(each, 'config'), path.join(each, 'config.worktree')])
  const settings: GitSetting[] = []
  for (const bytes of await Promise.all(files.map((file) => look.readSmall(file, SETTINGS_BYTES)))) {
    const read = bytes === null ? [] : bytes === 'unclear' ? null : parseGitSettings(bytes.toString('utf8'))
    if (read === null) return null
    settings.push(...read)
  }
  return settings
}

/** Whether git would read objects from another computer, which would reveal the request. */
async function borrowsFromElsewhere(folders: readonly string[], { path, look }: Disk): Promise<boolean> {
  for (const folder of folders) {
    const file = path.join(folder, 'objects', 'info', 'alternates')
    const bytes = await look.readSmall(file, SETTINGS_BYTES)
    if (bytes === 'unclear') return true
    const lines = bytes?.toString('utf8').split('\n') ?? []
    // Git also takes a name in quotes.
    if (lines.some((line) => absolute(line.replace(/^"/, ''), folder, path) === null)) return true
  }
  return false
}

type Hooked = {
  readonly dir: string
  readonly folders: readonly string[]
  readonly settings: readonly GitSetting[]
}

async function hookRisk(
  { dir, folders, settings }: Hooked,
  { path, look }: Disk,
): Promise<RepositoryRisk | null> {
  const hooks = folders.map((each) => path.join(each, 'hooks'))
  for (const named of hooksPaths(settings)) {
    const place = /^[~%:]/.test(named) ? null : absolute(named, dir, path)
    if (place === null) return settingRisk([{ section: 'core', sub: '', key: 'hookspath', value: named }])
    hooks.push(place)
  }
  for (const each of hooks) if (await hasName(each, HOOK, look)) return { kind: 'hook' }
  return null
}

/** Whether the index may list a submodule. */
async function mayHoldRepositories(gitDir: string, { path, look }: Disk): Promise<boolean> {
  const index = await look.readSmall(path.join(gitDir, 'index'), INDEX_BYTES)
  // Every occurrence of the mark counts, wherever it is. An index in several files is not read.
  if (index === 'unclear' || index?.includes(GITLINK) === true) return true
  return await hasName(gitDir, SHARED_INDEX, look)
}

async function hasName(folder: string, name: RegExp, look: DiskCheck): Promise<boolean> {
  try {
    return (await look.readdir(folder)).some((each) => name.test(each))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    // Files in a folder that cannot be listed can still be opened and started.
    if (isErrno(error)) return true
    throw error
  }
}

/** Returns `null` for a path that must not be opened, because a remote one reveals the request. */
function absolute(target: string, base: string, path: PlatformPath): string | null {
  if (target.includes('\0') || /^[\\/]{2}/.test(target)) return null
  return path.resolve(base, target)
}

async function exists(place: string, look: DiskCheck): Promise<boolean> {
  try {
    return (await look.lstat(place)) !== null
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    if (isErrno(error)) return true
    throw error
  }
}
