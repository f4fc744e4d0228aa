import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path, { basename, dirname, join, relative } from 'node:path'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { hooksPaths, loudSettings, parseGitSettings, settingName } from '../git/git-settings.ts'
import { findRepositoryRisk } from '../git/repository-risk.ts'
import { STEERING_NAMES } from './default-places.ts'
import { identityOf, missingNamed, searchProject, steeringOfGit } from './git-places.ts'
import { unlessMissing } from './unless-missing.ts'

/** The steering files and repositories of a project at one moment, each with its identity. */
export type ProjectMark = {
  readonly steering: ReadonlyMap<string, string>
  readonly repositories: ReadonlyMap<string, string>
  /** The files that steer git inside its own folders. */
  readonly git: ReadonlyMap<string, string>
  /** Missing paths that settings of git name. */
  readonly missing: readonly string[]
}

/** Notes what steers other programs in a project, before a command runs there. */
export async function markProject(root: string): Promise<ProjectMark> {
  const [own, { repositories, agents }] = await Promise.all([steeringOf(root), searchProject(root)])
  const dotGits = [...repositories.keys()]
  const [git, missing] = await Promise.all([steeringOfGit(dotGits), missingNamed(dotGits)])
  return { steering: new Map([...own, ...agents]), repositories, git, missing }
}

async function steeringOf(root: string): Promise<Map<string, string>> {
  const names = (await unlessMissing(readdir(root))) ?? []
  const steering = names.filter((name) => STEERING_NAMES.includes(name.toLowerCase()))
  const found = await Promise.all(
    steering.map(async (name) => [join(root, name), await identityOf(join(root, name))] as const),
  )
  return new Map(found)
}

/**
 * Makes what a command newly created harmless. What exists is closed while the command runs; what does not exist yet
 * cannot be, so it is renamed afterwards: steering files, hooks, and settings of git that name a program.
 */
export async function guardProject(root: string, before: ProjectMark): Promise<SandboxBlock[]> {
  const after = await markProject(root)
  const isNew = (known: ReadonlyMap<string, string>, [at, id]: readonly [string, string]) =>
    known.get(at) !== id
  const blocked: SandboxBlock[] = []
  const note = (name: string) => blocked.push({ what: 'steering', name: relative(root, name), tries: 1 })
  for (const entry of after.steering) {
    if (!isNew(before.steering, entry)) continue
    await setAside(entry[0])
    note(entry[0])
  }
  const known = new Set(before.repositories.values())
  for (const [dotGit, id] of after.repositories) {
    if (known.has(id) && before.repositories.get(dotGit) === id) continue
    for (const name of await disarm(dotGit)) note(name)
  }
  // What steers a repository may be new although the repository is not.
  for (const [path, id] of after.git) {
    const isKnown = before.git.has(path) && (!isReadEachTime(path) || before.git.get(path) === id)
    if (!isKnown && (await disarmOne(path))) note(path)
  }
  for (const path of before.missing) {
    if ((await identityOf(path)) === '') continue
    await setAside(path)
    note(path)
  }
  return blocked
}

/** Whether the content of a file decides, and not that it is there: the steps of a rebase that stopped. */
const isReadEachTime = (path: string) => basename(path) === 'git-rebase-todo'

/** Makes one new file of a git folder harmless where it is not. Returns whether it was renamed. */
async function disarmOne(path: string): Promise<boolean> {
  const found = await unlessMissing(lstat(path))
  if (found === null) return false
  const name = basename(path)
  if (found.isSymbolicLink() || isReadEachTime(path)) {
    await setAside(path)
    return true
  }
  const isHarmless =
    name === 'commondir'
      ? isOwnCommon(path, await unlessMissing(readFile(path, 'utf8')))
      : name === 'hooks'
        ? !(await hasHooks(path))
        : !startsPrograms(await unlessMissing(readFile(path, 'utf8')))
  if (!isHarmless) await setAside(path)
  return !isHarmless
}

/** Git writes this file for each linked worktree, with this content. */
function isOwnCommon(path: string, content: string | null): boolean {
  return basename(dirname(dirname(path))) === 'worktrees' && content?.trim() === '../..'
}

function startsPrograms(text: string | null): boolean {
  const settings = text === null ? null : parseGitSettings(text)
  if (settings === null) return true
  // The settings of a module name its work tree.
  const loud = loudSettings(settings, 'files').filter((each) => settingName(each) !== 'core.worktree')
  return loud.length > 0 || hooksPaths(settings).length > 0
}

async function hasHooks(folder: string): Promise<boolean> {
  if ((await unlessMissing(lstat(folder)))?.isSymbolicLink() === true) return true
  const names = (await unlessMissing(readdir(folder))) ?? []
  return names.some((name) => !name.endsWith('.sample') && name !== 'README')
}

/** Takes the hooks and the settings that name programs out of a new repository. Returns what was renamed. */
async function disarm(dotGit: string): Promise<string[]> {
  const found = await unlessMissing(lstat(dotGit))
  if (found === null) return []
  // A pointer or a link may lead to any git folder: git is not safe there.
  if (!found.isDirectory()) {
    const risk = await riskAt(dirname(dotGit))
    if (risk === null && found.isFile() && !(await leadsToHooks(dotGit))) return []
    await setAside(dotGit)
    return [dotGit]
  }
  const renamed: string[] = []
  const hooks = join(dotGit, 'hooks')
  if (await hasHooks(hooks)) {
    await setAside(hooks)
    renamed.push(hooks)
  }
  const folder = basename(dotGit).toLowerCase() === '.git' ? dirname(dotGit) : dotGit
  if ((await riskAt(folder)) !== null) {
    const config = join(dotGit, 'config')
    await setAside(config)
    await rm(join(dotGit, 'config.worktree'), { force: true })
    await writeFile(config, '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n')
    renamed.push(config)
  }
  return renamed
}

/** Whether the git folder that a pointer names has hooks: it may be in a folder that is not searched. */
async function leadsToHooks(dotGit: string): Promise<boolean> {
  const text = await unlessMissing(readFile(dotGit, 'utf8'))
  const target = /^gitdir: ([^\n]+)/.exec(text ?? '')?.[1]?.trimEnd()
  return target !== undefined && (await hasHooks(join(path.resolve(dirname(dotGit), target), 'hooks')))
}

function riskAt(folder: string) {
  return findRepositoryRisk(folder, { reads: 'files', runsHooks: true, entersSubmodules: false }, path)
}

/** Renames something so that nothing reads it any more. Nothing is lost. */
export async function setAside(from: string): Promise<void> {
  for (let count = 0; ; count++) {
    const to = join(dirname(from), `${basename(from)}.blocked${count === 0 ? '' : `-${count}`}`)
    if ((await unlessMissing(lstat(to))) !== null) continue
    await rename(from, to)
    return
  }
}
