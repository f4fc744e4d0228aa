import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import type { PlatformPath } from 'node:path'
import { isErrno } from '../lib/errno.ts'
import {
  type GitReads,
  type GitSetting,
  hooksPaths,
  loudSettings,
  parseGitSettings,
  settingName,
} from './git-settings.ts'

/** How git is going to be used on a repository. */
export type GitUse = {
  readonly reads: GitReads
  /** Whether hooks of the repository may run. */
  readonly runsHooks: boolean
  /** Whether git may enter repositories inside this one, which have settings of their own. */
  readonly entersSubmodules: boolean
}

/** Why git may start a program that a repository names, or read a place that nobody expects. */
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
): Promise<RepositoryRisk | null> {
  const folders = [folder]
  while (folders.length < HIGHEST_CLIMB) {
    const last = folders.at(-1) ?? folder
    const parent = path.dirname(last)
    if (parent === last) break
    folders.push(parent)
  }
  const found = await Promise.all(folders.map((dir) => repositoriesIn(dir, path)))
  for (const repository of found.flat()) {
    const risk = repository === 'unclear' ? ELSEWHERE : await riskOf(repository, use, path)
    if (risk !== null) return risk
  }
  return folders.length < HIGHEST_CLIMB ? null : { kind: 'too-deep' }
}

const ELSEWHERE: RepositoryRisk = { kind: 'elsewhere' }

/** Lists `.git` here, or the target of such a file, and the folder itself when it looks like a bare repository. */
async function repositoriesIn(dir: string, path: PlatformPath): Promise<(Repository | 'unclear')[]> {
  const dotGit = path.join(dir, '.git')
  const repositories: (Repository | 'unclear')[] = []
  const [hasOwn, isBare] = await Promise.all([exists(dotGit), exists(path.join(dir, 'HEAD'))])
  if (hasOwn) {
    const pointer = await readSmall(dotGit, SETTINGS_BYTES)
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

async function riskOf(
  { dir, gitDir }: Repository,
  use: GitUse,
  path: PlatformPath,
): Promise<RepositoryRisk | null> {
  const pointer = await readSmall(path.join(gitDir, 'commondir'), SETTINGS_BYTES)
  const common =
    pointer instanceof Buffer ? absolute(pointer.toString('utf8').trimEnd(), gitDir, path) : gitDir
  if (pointer === 'unclear' || common === null) return ELSEWHERE
  const folders = [...new Set([gitDir, common])]
  const [settings, isBorrowed] = await Promise.all([
    settingsIn(folders, path),
    borrowsFromElsewhere(folders, path),
  ])
  if (settings === null) return { kind: 'unreadable' }
  const [first, ...rest] = loudSettings(settings, use.reads)
  if (first !== undefined) return settingRisk([first, ...rest])
  if (isBorrowed) return ELSEWHERE
  if (use.runsHooks) {
    const risk = await hookRisk({ dir, folders, settings }, path)
    if (risk !== null) return risk
  }
  for (const each of folders) {
    if (use.entersSubmodules && (await mayHoldRepositories(each, path))) return { kind: 'submodules' }
  }
  return null
}

function settingRisk(settings: readonly [GitSetting, ...GitSetting[]]): RepositoryRisk {
  const found = settings.map((each) => `${settingName(each)}=${each.value}`)
  return { kind: 'setting', name: settingName(settings[0]), found }
}

async function settingsIn(folders: readonly string[], path: PlatformPath): Promise<GitSetting[] | null> {
  const files = folders.flatMap((each) => [path.join(each, 'config'), path.join(each, 'config.worktree')])
  const settings: GitSetting[] = []
  for (const bytes of await Promise.all(files.map((file) => readSmall(file, SETTINGS_BYTES)))) {
    const read = bytes === null ? [] : bytes === 'unclear' ? null : parseGitSettings(bytes.toString('utf8'))
    if (read === null) return null
    settings.push(...read)
  }
  return settings
}

/** Whether git would read objects from another computer, which tells it who asks. */
async function borrowsFromElsewhere(folders: readonly string[], path: PlatformPath): Promise<boolean> {
  for (const folder of folders) {
    const file = path.join(folder, 'objects', 'info', 'alternates')
    const bytes = await readSmall(file, SETTINGS_BYTES)
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
  path: PlatformPath,
): Promise<RepositoryRisk | null> {
  const hooks = folders.map((each) => path.join(each, 'hooks'))
  for (const named of hooksPaths(settings)) {
    const place = /^[~%:]/.test(named) ? null : absolute(named, dir, path)
    if (place === null) return settingRisk([{ section: 'core', sub: '', key: 'hookspath', value: named }])
    hooks.push(place)
  }
  for (const each of hooks) if (await hasName(each, HOOK)) return { kind: 'hook' }
  return null
}

/** Whether the index may list a submodule. */
async function mayHoldRepositories(gitDir: string, path: PlatformPath): Promise<boolean> {
  const index = await readSmall(path.join(gitDir, 'index'), INDEX_BYTES)
  // Every occurrence of the mark counts, wherever it is. An index in several files is not read.
  if (index === 'unclear' || index?.includes(GITLINK) === true) return true
  return await hasName(gitDir, SHARED_INDEX)
}

async function hasName(folder: string, name: RegExp): Promise<boolean> {
  try {
    return (await readdir(folder)).some((each) => name.test(each))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    // Files in a folder that cannot be listed can still be opened and started.
    if (isErrno(error)) return true
    throw error
  }
}

/** Returns `null` for a place that must not even be opened: asking another computer tells it who asks. */
function absolute(target: string, base: string, path: PlatformPath): string | null {
  if (target.includes('\0') || /^[\\/]{2}/.test(target)) return null
  return path.resolve(base, target)
}

async function exists(place: string): Promise<boolean> {
  try {
    await lstat(place)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    if (isErrno(error)) return true
    throw error
  }
}

/** Reads a regular file. `null`: there is none, or it is a folder. `unclear`: it cannot be read whole. */
async function readSmall(place: string, most: number): Promise<Buffer | null | 'unclear'> {
  let file: FileHandle
  try {
    // Opening a pipe would otherwise wait for a writer.
    file = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null
    if (isErrno(error)) return 'unclear'
    throw error
  }
  try {
    const found = await file.stat()
    if (found.isDirectory()) return null
    return found.isFile() && found.size <= most ? await file.readFile() : 'unclear'
  } finally {
    await file.close()
  }
}
