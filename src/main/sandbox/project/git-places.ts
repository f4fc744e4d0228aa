import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseGitSettings, settingName } from '../../git/git-settings.ts'
import { unlessMissing } from '../unless-missing.ts'
import type { TimeLimit } from './project-search.ts'
import { smallText } from './small-text.ts'

/** The files of git for one repository, split by the rights of a command in the sandbox. */
export type GitPlaces = {
  /** Folders a command may write and must not rename. */
  readonly pinned: readonly string[]
  /** Hooks, settings and pointers, which decide what git runs. */
  readonly readOnly: readonly string[]
  /** The settings of its repositories, which are also read-only. */
  readonly settings: readonly string[]
}

/** Names in a git folder that decide what git runs or where it looks. */
const STEERING = ['config', 'config.worktree', 'hooks', 'commondir', 'gitdir', 'info/attributes']

/**
 * Finds the git folders that a command in these repositories uses, those of linked worktrees included. Creates a missing `hooks` folder, so that it can be closed by name.
 */
export async function findGitPlaces(repositories: readonly string[]): Promise<GitPlaces> {
  const pinned = new Set<string>()
  const readOnly = new Set<string>()
  const settings = new Set<string>()
  for (const dotGit of repositories) {
    const folders = await gitFoldersOf(dotGit)
    if ((await unlessMissing(lstat(dotGit)))?.isFile() === true) readOnly.add(dotGit)
    for (const folder of folders) {
      pinned.add(folder)
      settings.add(join(folder, 'config'))
      for (const path of await steeringIn(folder, dirname(dotGit))) readOnly.add(path)
    }
  }
  return { pinned: [...pinned], readOnly: [...readOnly], settings: [...settings] }
}

/** The nearest `.git` above the project when the project itself has none. Never at or above the home folder. */
export async function repositoryAround(root: string, home: string): Promise<string | null> {
  for (let folder = root; folder !== home && folder !== '/'; folder = dirname(folder)) {
    const dotGit = join(folder, '.git')
    if ((await unlessMissing(lstat(dotGit))) !== null) return folder === root ? null : dotGit
  }
  return null
}

/** The folders behind a `.git`, the shared one of a linked worktree included. None where the pointer is not mutual. */
async function gitFoldersOf(dotGit: string): Promise<string[]> {
  const pointer = await pointerIn(dotGit)
  if (pointer === null) {
    const found = (await isGitFolder(dotGit)) ? await unlessMissing(realpath(dotGit)) : null
    return found === null ? [] : [found]
  }
  const gitDir = await unlessMissing(realpath(resolve(dirname(dotGit), pointer)))
  if (gitDir === null) return []
  const back = await textOf(join(gitDir, 'gitdir'))
  if (back !== null) {
    const common = await unlessMissing(
      realpath(resolve(gitDir, (await textOf(join(gitDir, 'commondir'))) ?? '')),
    )
    const returned = await unlessMissing(realpath(resolve(gitDir, back)))
    const isMutual = returned !== null && returned === (await unlessMissing(realpath(dotGit)))
    return isMutual &&
      common !== null &&
      gitDir.startsWith(`${common}/worktrees/`) &&
      (await isGitFolder(common))
      ? [common, gitDir]
      : []
  }
  const worktree = treeIn(await smallText(join(gitDir, 'config')))
  // A link on the way to it could lead elsewhere later.
  const tree = worktree === undefined ? null : resolve(gitDir, worktree)
  return tree !== null &&
    tree === (await unlessMissing(realpath(dirname(dotGit)))) &&
    (await isGitFolder(gitDir))
    ? [gitDir]
    : []
}

/**
 * The work tree that settings name. None where they name several, of which git takes the last, or one that is not written
 * as it is read: git keeps spaces in quotes, and its versions differ in others.
 */
function treeIn(settings: string | null): string | undefined {
  const text = settings ?? ''
  const found = (parseGitSettings(text) ?? []).filter((each) => settingName(each) === 'core.worktree')
  const written = [...text.matchAll(/worktree[ \t]*=[ \t]*(.*)/gi)]
  const value = found[0]?.value
  const isPlain = value !== undefined && value === written[0]?.[1] && !/[^\S ]|["\\#;\ufffd]/.test(value)
  return found.length === 1 && written.length === 1 && isPlain ? value : undefined
}

/**
 * Returns the git folders behind a `.git` file that git uses for it and for nothing else. Null where the pointer is not
 * mutual or leads further: such a folder is neither closed nor searched.
 */
export async function foldersOfPointer(dotGit: string): Promise<readonly string[] | null> {
  const folders = await gitFoldersOf(dotGit)
  const [only] = folders
  if (only === undefined) return null
  const leadsFurther = folders.length === 1 && (await identityOf(join(only, 'commondir'))) !== ''
  return leadsFurther ? null : folders
}

/** Whether the settings of a git folder name one work tree, whose `.git` file leads back to the folder. */
export async function ownsItsTree(gitDir: string): Promise<boolean> {
  const tree = treeIn(await smallText(join(gitDir, 'config')))
  if (tree === undefined) return false
  const dotGit = join(resolve(gitDir, tree), '.git')
  if ((await pointerIn(dotGit)) === null) return false
  return (await foldersOfPointer(dotGit))?.[0] === (await unlessMissing(realpath(gitDir)))
}

/** The path in a `.git` file; null for a folder. */
async function pointerIn(dotGit: string): Promise<string | null> {
  const found = await unlessMissing(lstat(dotGit))
  if (found?.isFile() !== true) return null
  return /^gitdir: ([^\n]+)/.exec((await textOf(dotGit)) ?? '')?.[1]?.trimEnd() ?? ''
}

async function isGitFolder(folder: string): Promise<boolean> {
  const [head, objects] = await Promise.all(
    ['HEAD', 'objects'].map((name) => unlessMissing(lstat(join(folder, name)))),
  )
  return head !== undefined && head !== null && objects?.isDirectory() === true
}

/**
 * The files that configure git in one git folder: its own files, those of its modules and worktrees, and what its
 * settings name.
 */
async function steeringIn(folder: string, tree: string): Promise<string[]> {
  if (await isGitFolder(folder)) await mkdir(join(folder, 'hooks'), { recursive: true }).catch(() => {})
  const inside = [folder]
  // A module may have a name with slashes.
  for (const at of inside) inside.push(...(await foldersOfGit(at)))
  const candidates = [
    ...inside.flatMap((each) => STEERING.map((name) => join(each, name))),
    ...(await namedBySettings(folder, tree)),
  ]
  const found = await Promise.all(
    candidates.map(async (path) => ((await unlessMissing(stat(path))) === null ? [] : [path])),
  )
  return found.flat()
}

/** The folders of hooks and the files of settings that the settings of a git folder name, also those that are missing. */
export async function namedBySettings(folder: string, tree: string): Promise<string[]> {
  const settings = (await textOf(join(folder, 'config'))) ?? ''
  const named = [...settings.matchAll(/^\s*(?:hookspath|path)\s*=\s*"?([^"\n]+?)"?\s*$/gim)]
  // Hooks are named from the work tree, included settings from the folder of the settings.
  return named
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('~'))
    .flatMap((path) => [resolve(tree, path), resolve(folder, path)])
}

/** Returns the missing paths that settings of repositories name. They would steer git once they are there. */
export async function missingNamed(dotGits: readonly string[]): Promise<string[]> {
  const missing = await Promise.all(
    dotGits.map(async (dotGit) => {
      const named = await Promise.all(
        (await gitFoldersOf(dotGit)).map((folder) => namedBySettings(folder, dirname(dotGit))),
      )
      const states = named.flat().map(async (path) => ((await identityOf(path)) === '' ? [path] : []))
      return (await Promise.all(states)).flat()
    }),
  )
  return [...new Set(missing.flat())]
}

/** Tells one file or folder from another that takes its place. */
export async function identityOf(path: string): Promise<string> {
  const found = await unlessMissing(lstat(path))
  return found === null ? '' : `${found.dev}:${found.ino}`
}

/** Names in a git folder that make git run something or look elsewhere when they appear. */
const DECIDING = ['config', 'config.worktree', 'hooks', 'commondir']

/** The deciding files of repositories, their modules and worktrees, with the identity of each. */
export async function steeringOfGit(
  dotGits: readonly string[],
  limit: TimeLimit,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const folders = dotGits.map(async (dotGit) =>
    (await pointerIn(dotGit)) === null ? [dotGit] : await gitFoldersOf(dotGit),
  )
  let level = [...new Set((await Promise.all(folders)).flat())]
  while (level.length > 0 && limit.left() > 0) {
    const next = await Promise.all(
      level.map(async (folder) => {
        // Most names are missing in most folders, and one listing is cheaper than asking for each.
        const entries = await unlessMissing(readdir(folder, { withFileTypes: true }))
        const has = mayHold(entries)
        for (const name of DECIDING.filter(has)) {
          const id = await identityOf(join(folder, name))
          if (id !== '') found.set(join(folder, name), id)
        }
        const steps = await Promise.all([
          has('rebase-merge') ? todoIn(folder) : [],
          has('rebase-merge') || has('sequencer') ? strategiesIn(folder) : [],
        ])
        for (const [path, content] of steps.flat()) found.set(path, content)
        const remotes = await oldRemotesIn(folder, OLD_REMOTES.filter(has))
        const links = await linksOfGit(folder, entries ?? [], limit)
        for (const path of [...remotes, ...links]) found.set(path, await identityOf(path))
        return foldersAmong(folder, entries ?? [])
      }),
    )
    level = next.flat()
  }
  return found
}

/**
 * Returns whether a folder with these entries may hold a name in lower case. Null for the entries of a folder that cannot be
 * listed. macOS also takes other letters for those of ASCII, such as a ligature for two of them, so only names in ASCII say
 * what is missing.
 */
export function mayHold(entries: readonly Pick<Dirent, 'name'>[] | null): (name: string) => boolean {
  if (entries === null || entries.some(({ name }) => !/^\p{ASCII}*$/u.test(name))) return () => true
  const there = new Set(entries.map(({ name }) => name.toLowerCase()))
  return (name) => there.has(name)
}

/** The steps of a rebase that stopped: git starts the programs in it when the rebase continues. */
const REBASE_TODO = 'rebase-merge/git-rebase-todo'

async function todoIn(folder: string): Promise<[string, string][]> {
  const todo = join(folder, REBASE_TODO)
  const starts = programsOfTodo(await textOf(todo))
  return starts === '' ? [] : [[todo, starts]]
}

/** The lines of such a list that start programs; empty where none does. */
function programsOfTodo(text: string | null): string {
  return (text?.match(/^[ \t]*(x|exec)\b.*$/gm) ?? []).join('\n')
}

/** The merge strategies of git itself. It starts the program `git-merge-<name>` for any other. */
const STRATEGIES: ReadonlySet<string> = new Set(['ours', 'recursive', 'ort', 'resolve', 'octopus', 'subtree'])

/** The files of a stopped rebase or pick that name a strategy which is a program, with that name. */
async function strategiesIn(folder: string): Promise<[string, string][]> {
  const [rebase, opts] = [join(folder, 'rebase-merge/strategy'), join(folder, 'sequencer/opts')]
  const ofRebase = (await textOf(rebase))?.trim()
  const ofOpts = /^\s*strategy\s*=\s*"?([^"\n]*?)"?\s*$/im.exec((await textOf(opts)) ?? '')?.[1]
  const named: [string, string | undefined][] = [
    [rebase, ofRebase],
    [opts, ofOpts],
  ]
  return named.flatMap(([path, name]): [string, string][] =>
    name === undefined || name === '' || STRATEGIES.has(name) ? [] : [[path, name]],
  )
}

/** Folders whose files name remotes in an old form. Git pushes to where they lead. */
export const OLD_REMOTES: readonly string[] = ['remotes', 'branches']

async function oldRemotesIn(folder: string, within: readonly string[]): Promise<string[]> {
  const found = within.map(async (name) => {
    const names = (await unlessMissing(readdir(join(folder, name)))) ?? []
    return names.map((each) => join(folder, name, each))
  })
  return (await Promise.all(found)).flat()
}

/** Files whose content decides whether they are those of before the command. */
export const BY_CONTENT: ReadonlySet<string> = new Set(['git-rebase-todo', 'strategy', 'opts'])

/** Folders in which git writes to files that are there, and follows links. */
const WRITTEN = ['logs', 'refs', 'info', 'rebase-merge', 'rebase-apply', 'sequencer', 'rr-cache']
/** Of this one only the folders inside may be links. */
const OBJECTS = 'objects'

/** A link that was renamed when the settings were put back. Git does not read this name. */
const SETTINGS_ASIDE = /^config\.blocked(-\d+)?$/

/** The links in a git folder. Git outside would write to what they lead to: the message of a commit, a log, a name. */
async function linksOfGit(folder: string, own: readonly Dirent[], limit: TimeLimit): Promise<string[]> {
  const links: string[] = []
  const folders = [folder]
  for (const at of folders) {
    if (limit.left() <= 0) return links
    const entries = at === folder ? own : await unlessMissing(readdir(at, { withFileTypes: true }))
    for (const entry of entries ?? []) {
      const path = join(at, entry.name)
      if (entry.isSymbolicLink()) {
        if (at !== folder || !SETTINGS_ASIDE.test(entry.name)) links.push(path)
      } else if (entry.isDirectory() && at !== join(folder, OBJECTS)) {
        if (at !== folder || entry.name === OBJECTS || WRITTEN.includes(entry.name)) folders.push(path)
      }
    }
  }
  return links
}

/** The folders in which git keeps other repositories. */
async function foldersOfGit(folder: string): Promise<string[]> {
  return foldersAmong(folder, (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [])
}

/** Those of them among the entries of a folder. */
function foldersAmong(folder: string, entries: readonly Dirent[]): string[] {
  const isContainer = /\/(modules|worktrees)(\/|$)/.test(folder)
  // A module may have such a name too.
  const isGit = entries.some(({ name }) => name === 'HEAD')
  return entries
    .filter((entry) => entry.isDirectory() && !(isGit && LEAVES.has(entry.name)))
    .filter(({ name }) => isContainer || name === 'modules' || name === 'worktrees')
    .map(({ name }) => join(folder, name))
}

const LEAVES: ReadonlySet<string> = new Set(['objects', 'refs', 'logs', 'hooks', 'info', 'lfs'])

async function textOf(file: string): Promise<string | null> {
  return (await smallText(file))?.replace(/\n$/, '') ?? null
}
