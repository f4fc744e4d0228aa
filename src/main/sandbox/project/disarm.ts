import { lstat, readdir } from 'node:fs/promises'
import path, { basename, dirname, join } from 'node:path'
import { hooksPaths, loudSettings, parseGitSettings, settingName } from '../../git/git-settings.ts'
import { findRepositoryRisk } from '../../git/repository-risk.ts'
import { unlessMissing } from '../unless-missing.ts'
import {
  BY_CONTENT,
  foldersOfPointer,
  namedBySettings,
  OLD_REMOTES,
  ownsItsTree,
  steeringOfGit,
} from './git-places.ts'
import { changedSince } from './newest-change.ts'
import { removeFile, setAside, writeFresh } from './set-aside.ts'
import { smallText } from './small-text.ts'

const NO_LIMIT = { left: () => Number.POSITIVE_INFINITY }
const PLAIN_SETTINGS = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n'

export type DisarmDeps = {
  /** Changes from this moment on are those of the command, in epoch milliseconds. */
  readonly since: number
  /** Whether a git folder was there before the command, so that its hooks are those of the person. */
  readonly isKnown: (folder: string) => boolean
}

/** Makes repositories harmless. Each function returns what was renamed. */
export function createDisarm({ since, isKnown }: DisarmDeps) {
  const whole = (dotGit: string) => disarmWhole(dotGit, isKnown)
  /**
   * The changed files of a repository that was there before and was not closed. An earlier command may have made its parts
   * while git did not take them for a repository. Then this one changed its folder, and older parts count as changed.
   */
  const changed = async (dotGit: string): Promise<string[]> => {
    const found = await unlessMissing(lstat(dotGit))
    if (found === null) return []
    if (!found.isDirectory()) return (await changedSince(dotGit, since)) ? await whole(dotGit) : []
    const isPutTogether = found.ctimeMs >= since
    const isChanged = async (path: string) => isPutTogether || (await changedSince(path, since))
    const renamed: string[] = []
    for (const file of (await steeringOfGit([dotGit], NO_LIMIT)).keys()) {
      if (await isChanged(file)) renamed.push(...(await disarmFile(file)))
    }
    for (const named of await namedBySettings(dotGit, dirname(dotGit))) {
      if ((await unlessMissing(lstat(named))) === null || !(await isChanged(named))) continue
      await setAside(named)
      renamed.push(named)
    }
    return renamed
  }
  return { changed, whole, file: disarmFile }
}

/** Makes one file of a git folder harmless where it is not. */
async function disarmFile(file: string): Promise<string[]> {
  const found = await unlessMissing(lstat(file))
  if (found === null || (await isHarmless(file, found.isSymbolicLink()))) return []
  await setAside(file)
  return [file]
}

async function isHarmless(file: string, isLink: boolean): Promise<boolean> {
  const name = basename(file)
  if (isLink || BY_CONTENT.has(name) || OLD_REMOTES.includes(basename(dirname(file)))) return false
  if (name === 'commondir') return isOwnCommon(file, await smallText(file))
  if (name === 'hooks') return !(await hasHooks(file))
  return !steers(await smallText(file), name === 'config' && (await ownsItsTree(dirname(file))))
}

/** Git writes this file for each linked worktree, with this content. */
function isOwnCommon(file: string, content: string | null): boolean {
  return basename(dirname(dirname(file))) === 'worktrees' && content?.trim() === '../..'
}

/** Whether settings start programs or lead elsewhere. Those of a module name its work tree. */
function steers(text: string | null, ownsTree: boolean): boolean {
  const settings = text === null ? null : parseGitSettings(text)
  if (settings === null) return true
  const loud = loudSettings(settings, 'files').filter(
    (each) => !ownsTree || settingName(each) !== 'core.worktree',
  )
  return loud.length > 0 || hooksPaths(settings).length > 0
}

async function hasHooks(folder: string): Promise<boolean> {
  const found = await unlessMissing(lstat(folder))
  if (found === null) return false
  const names = found.isDirectory() ? await unlessMissing(readdir(folder)) : null
  // A link, or a folder that is closed until its rights change.
  if (names === null) return true
  return names.some((name) => !name.endsWith('.sample') && name !== 'README')
}

/** Takes the hooks and the settings that name programs out of a new repository. */
async function disarmWhole(dotGit: string, isKnown: DisarmDeps['isKnown']): Promise<string[]> {
  const found = await unlessMissing(lstat(dotGit))
  if (found === null) return []
  // A pointer or a link may lead to any git folder: git is not safe there.
  if (!found.isDirectory()) {
    // The settings of a module name this folder as its work tree. Those of a linked worktree have no reason to name one.
    const isModule = found.isFile() && (await foldersOfPointer(dotGit))?.length === 1
    const risk = await riskAt(dirname(dotGit), isModule)
    if (risk === null && found.isFile() && !(await leadsToHooks(dotGit, isKnown))) return []
    await setAside(dotGit)
    return [dotGit]
  }
  const renamed: string[] = []
  const hooks = join(dotGit, 'hooks')
  if (await hasHooks(hooks)) {
    await setAside(hooks)
    renamed.push(hooks)
  }
  // Git reads the settings of the shared folder instead.
  const common = join(dotGit, 'commondir')
  if ((await unlessMissing(lstat(common))) !== null && !isOwnCommon(common, await smallText(common))) {
    await setAside(common)
    renamed.push(common)
  }
  const folder = basename(dotGit).toLowerCase() === '.git' ? dirname(dotGit) : dotGit
  if ((await riskAt(folder, await ownsItsTree(dotGit))) !== null) {
    const config = join(dotGit, 'config')
    if ((await unlessMissing(lstat(config))) !== null) await setAside(config)
    await removeFile(join(dotGit, 'config.worktree'))
    await writeFresh(config, PLAIN_SETTINGS)
    renamed.push(config)
  }
  return renamed
}

/** Whether a pointer leads to hooks, or to a git folder that another command could give hooks. */
async function leadsToHooks(dotGit: string, isKnown: DisarmDeps['isKnown']): Promise<boolean> {
  const folders = await foldersOfPointer(dotGit)
  if (folders === null) return true
  for (const folder of folders) if (!isKnown(folder) && (await hasHooks(join(folder, 'hooks')))) return true
  return false
}

/** Repositories above are checked for themselves. */
function riskAt(folder: string, ownsTree = false) {
  const use = { reads: 'files', runsHooks: true, entersSubmodules: false, alone: true } as const
  return findRepositoryRisk(folder, { ...use, ownsTree }, path)
}
