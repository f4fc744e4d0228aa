import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { hasCode } from '../files/has-code.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { type GitSetting, hooksPaths, loudSetting, parseGitSettings } from '../permission/git-settings.ts'

const SETTINGS_BYTES = 256 * 1024
const INDEX_BYTES = 64 * 1024 * 1024
const HIGHEST_CLIMB = 64

/** How the index of git marks that a folder is a repository of its own, which git then looks into. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0])

/** The one hook that a command which only looks can set off: it is told when the index was refreshed. */
const HOOK = /^post-index-change(\.|$)/i

/** A part of an index that is kept in several files. */
const SHARED_INDEX = /^sharedindex\./

/** The ways to look that compare with the files on the disk, also with those of repositories inside this one. */
const COMPARES = /^git (status|diff|describe)\b/

type Found = { readonly dir: string; readonly gitDir: string }

/**
 * What git may start when it only looks, because the repository around a folder says so, as the end of a sentence.
 * A repository may have come out of an archive with settings of somebody else. `null` when nothing is. Every
 * repository upwards counts, also one that git would pass by: it must not come down to how it tells them apart.
 */
export async function gitStarts(
  command: string,
  folder: string,
  flavour: PathFlavour,
): Promise<string | null> {
  const { path } = flavour
  let dir = folder
  for (let climbed = 0; climbed < HIGHEST_CLIMB; climbed++) {
    for (const found of await repositoriesIn(dir, flavour)) {
      if (found === 'unclear') return 'its repository is not where it seems to be'
      const starts = await startedBy(found, COMPARES.test(command), flavour)
      if (starts !== null) return starts
    }
    const parent = path.dirname(dir)
    if (parent === dir) return null
    dir = parent
  }
  return 'the folder lies too deep'
}

/** `.git` here, or where such a file points, and the folder itself where it looks like a bare repository. */
async function repositoriesIn(dir: string, flavour: PathFlavour): Promise<(Found | 'unclear')[]> {
  const dotGit = flavour.path.join(dir, '.git')
  const repositories: (Found | 'unclear')[] = []
  if (await exists(dotGit)) {
    const pointer = await readSmall(dotGit, SETTINGS_BYTES)
    if (pointer === null) repositories.push({ dir, gitDir: dotGit })
    else {
      const target =
        pointer === 'unclear' ? undefined : /^gitdir: ([^\n]+)/.exec(pointer.toString('utf8'))?.[1]
      const gitDir = target === undefined ? null : absolute(target.trimEnd(), dir, flavour)
      repositories.push(gitDir === null ? 'unclear' : { dir, gitDir })
    }
  }
  if (await exists(flavour.path.join(dir, 'HEAD'))) repositories.push({ dir, gitDir: dir })
  return repositories
}

async function startedBy({ dir, gitDir }: Found, compares: boolean, flavour: PathFlavour) {
  const { path } = flavour
  const pointer = await readSmall(path.join(gitDir, 'commondir'), SETTINGS_BYTES)
  const common =
    pointer instanceof Buffer ? absolute(pointer.toString('utf8').trimEnd(), gitDir, flavour) : gitDir
  if (pointer === 'unclear' || common === null) return 'its repository is not where it seems to be'
  const folders = [...new Set([gitDir, common])]
  const files = folders.flatMap((each) => [path.join(each, 'config'), path.join(each, 'config.worktree')])
  const settings: GitSetting[] = []
  for (const file of files) {
    const bytes = await readSmall(file, SETTINGS_BYTES)
    const read = bytes === null ? [] : bytes === 'unclear' ? null : parseGitSettings(bytes.toString('utf8'))
    if (read === null) return 'the settings of its repository cannot be read'
    settings.push(...read)
  }
  const loud = loudSetting(settings)
  if (loud !== null) return `the settings of its repository hold ${loud}`
  const hooks = folders.map((each) => path.join(each, 'hooks'))
  for (const named of hooksPaths(settings)) {
    const place = /^[~%:]/.test(named) ? null : absolute(named, dir, flavour)
    if (place === null) return 'the settings of its repository hold core.hookspath'
    hooks.push(place)
  }
  for (const each of hooks)
    if (await hasName(each, HOOK)) return 'its repository has the hook post-index-change'
  for (const each of folders) {
    if (compares && (await mayHoldRepositories(each, flavour)))
      return 'its repository holds other repositories'
  }
  return null
}

/** True when the index may list a repository inside this one, which has settings of its own. */
async function mayHoldRepositories(gitDir: string, { path }: PathFlavour): Promise<boolean> {
  const index = await readSmall(path.join(gitDir, 'index'), INDEX_BYTES)
  // Anything that looks like the mark counts, wherever it stands; an index in several files is not looked through.
  if (index === 'unclear' || index?.includes(GITLINK) === true) return true
  return await hasName(gitDir, SHARED_INDEX)
}

async function hasName(folder: string, name: RegExp): Promise<boolean> {
  try {
    return (await readdir(folder)).some((each) => name.test(each))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    // What is in a folder that cannot be listed can still be opened and started.
    if (error instanceof Error && 'code' in error) return true
    throw error
  }
}

/** `null` for a place that it would be wrong even to look at: asking another computer tells it who asks. */
function absolute(target: string, base: string, { path }: PathFlavour): string | null {
  if (target.includes('\0') || /^[\\/]{2}/.test(target)) return null
  return path.resolve(base, target)
}

async function exists(place: string): Promise<boolean> {
  try {
    await lstat(place)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    if (error instanceof Error && 'code' in error) return true
    throw error
  }
}

/** A regular file, `null` where there is none or a folder, and `unclear` for what cannot be read whole. */
async function readSmall(place: string, most: number): Promise<Buffer | null | 'unclear'> {
  let file: FileHandle
  try {
    // Opening a pipe would otherwise wait until somebody writes to it.
    file = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null
    if (error instanceof Error && 'code' in error) return 'unclear'
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
