import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { isErrno } from '../../lib/errno.ts'
import { PathChanged } from '../../lib/files/held-folder.ts'
import { START_UP_NAMES, STEERING_NAMES } from '../default-places.ts'
import { holds } from '../profile.ts'
import { unlessMissing } from '../unless-missing.ts'
import { createDisarm } from './disarm.ts'
import { isQuietModules } from './git-modules.ts'
import { BY_CONTENT, identityOf, missingNamed, repositoryAround, steeringOfGit } from './git-places.ts'
import { changedSince } from './newest-change.ts'
import { type FoundInProject, isInBuild, searchProject, type TimeLimit } from './project-search.ts'
import { ProjectTooLarge } from './project-too-large.ts'
import { openRights, setAside, setBytesAside } from './set-aside.ts'

/** The steering files and repositories of a project at one moment, each with its identity. */
export type ProjectMark = {
  readonly root: string
  /** The repository around the project, where it has none of its own. */
  readonly around: string | null
  /** Changes from this moment on are those of the command, in epoch milliseconds. */
  readonly since: number
  readonly steering: ReadonlyMap<string, string>
  readonly repositories: ReadonlyMap<string, string>
  /** The steering files and repositories that are closed while the command runs. Others are compared afterwards. */
  readonly closed: ReadonlySet<string>
  /** The files that steer git inside its own folders. */
  readonly git: ReadonlyMap<string, string>
  /** Missing paths that settings of git name, and those of shells where the project holds the home folder. */
  readonly missing: readonly string[]
  /** False when the project is too large for the time limit. */
  readonly complete: boolean
}

/** Each is several mounts of its own. */
const MOST_REPOSITORIES = 60
const MOST_AGENTS = 100
/** The system notes times up to ten milliseconds late. */
const LATE_MS = 20
/** More are counted. */
const MOST_NAMED = 100
/** Another command can rename folders while they are guarded. */
const MOST_ROUNDS = 3

type Marking = { readonly home: string; readonly limit: TimeLimit; readonly now: () => number }

/** Notes what steers other programs in a project, before a command runs there. */
export async function markProject(root: string, { home, limit, now }: Marking): Promise<ProjectMark> {
  const [own, found, around] = await Promise.all([
    steeringOf(root),
    searchProject({ root, inBuilds: false, limit }),
    repositoryAround(root, home),
  ])
  if (found.tooDeep !== null) throw new ProjectTooLarge(relative(root, found.tooDeep) || '.')
  const near = found.repositories.toSorted((left, right) => left.split('/').length - right.split('/').length)
  const dotGits = [...near, ...(around === null ? [] : [around])]
  const [git, named, start, repositories, agents] = await Promise.all([
    steeringOfGit(dotGits, limit),
    missingNamed(dotGits),
    missingAtHome(root, home),
    identities(near),
    identities(agentsBelow(root, found)),
  ])
  const closed = [
    ...own.keys(),
    ...near.slice(0, MOST_REPOSITORIES),
    ...agentsBelow(root, found).slice(0, MOST_AGENTS),
  ]
  return {
    root,
    around,
    repositories,
    git,
    missing: [...named, ...start],
    steering: new Map([...own, ...agents]),
    closed: new Set(closed),
    complete: found.complete && limit.left() > 0,
    since: now() - LATE_MS,
  }
}

/** The missing files that shells and sign-ins read, where the project holds the home folder. */
async function missingAtHome(root: string, home: string): Promise<string[]> {
  if (!holds(root, home)) return []
  const paths = [...START_UP_NAMES, '.ssh'].map((name) => join(home, name))
  const found = await Promise.all(paths.map(identityOf))
  return paths.filter((_, at) => found[at] === '')
}

/** Those in the root itself are among its steering files. */
function agentsBelow(root: string, { agents }: FoundInProject): string[] {
  return agents.filter((path) => dirname(path) !== root)
}

/** The steering files of a folder that commands must not change while they run. */
export function closedSteering({ steering, closed }: ProjectMark): string[] {
  return [...steering.keys()].filter((path) => closed.has(path))
}

/** The repositories of a mark that a command may use and whose steering files are closed. */
export function closedRepositories({ repositories, closed, around }: ProjectMark): string[] {
  const inside = [...repositories.keys()].filter((path) => closed.has(path))
  return around === null ? inside : [...inside, around]
}

async function identities(paths: readonly string[]): Promise<Map<string, string>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, await identityOf(path)] as const)))
}

async function steeringOf(root: string): Promise<Map<string, string>> {
  const names = (await unlessMissing(readdir(root))) ?? []
  const steering = names.filter((name) => STEERING_NAMES.includes(name.toLowerCase()))
  return await identities(steering.map((name) => join(root, name)))
}

export type Guarding = {
  readonly limit: TimeLimit
  /** Whether the command may still run. Then only what `isDue` names is renamed, and no folder gets other rights. */
  readonly isAlive: boolean
  readonly isDue: (path: string) => boolean | Promise<boolean>
}

/** The files made harmless. Without `complete`, something may have been missed. */
export type Guarded = {
  readonly blocked: SandboxBlock[]
  /** The folder, relative to the project, in which paths are too long to search; null where there is none. */
  readonly tooDeep: string | null
  readonly complete: boolean
}

/**
 * Makes what a command newly created harmless. What exists is closed while the command runs; what does not exist yet
 * cannot be, so it is renamed afterwards: steering files, hooks, and settings of git that name a program.
 */
export async function guardProject(mark: ProjectMark, guarding: Guarding): Promise<Guarded> {
  const named = new Set<string>()
  let last: GuardedOnce = { isWhole: false, tooDeep: null }
  for (let round = 0; round < MOST_ROUNDS && !last.isWhole && last.tooDeep === null; round++) {
    last = await guardOnce(mark, guarding, (path) => named.add(path))
    if (guarding.isAlive) break
  }
  const blocked = [...named].slice(0, MOST_NAMED).map((path) => ({
    what: 'steering' as const,
    tries: 1,
    name: relative(mark.root, path),
  }))
  const more = named.size - blocked.length
  if (more > 0) blocked.push({ what: 'steering', name: `(${more} more)`, tries: more })
  const tooDeep = last.tooDeep === null ? null : relative(mark.root, last.tooDeep) || '.'
  return { blocked, tooDeep, complete: last.isWhole && guarding.limit.left() > 0 }
}

/** Whether the whole project was searched and everything found could be renamed. */
type GuardedOnce = { readonly isWhole: boolean; readonly tooDeep: string | null }

async function guardOnce(
  mark: ProjectMark,
  guarding: Guarding,
  note: (path: string) => void,
): Promise<GuardedOnce> {
  const { root, since } = mark
  let isWhole = true
  const attempt = async (path: string, act: () => Promise<readonly string[]>): Promise<void> => {
    if (!(await guarding.isDue(path))) return
    try {
      for (const name of await act()) note(name)
    } catch (error) {
      // Another command changed the folder meanwhile, or this one still does.
      if (!(error instanceof PathChanged) && !isErrno(error)) throw error
      isWhole = false
    }
  }
  const aside = (path: string) =>
    attempt(path, async () => {
      await setAside(path)
      return [path]
    })
  const found = await searchProject({ root, inBuilds: true, limit: guarding.limit })
  const closers = guarding.isAlive ? [] : await openAll(found, mark, guarding)
  try {
    const all = [found, ...closers.map((each) => each.found)]
    const repositories = all.flatMap((each) => each.repositories)
    for (const path of [
      ...(await steeringOf(root)).keys(),
      ...all.flatMap((each) => agentsBelow(root, each)),
    ]) {
      if (await isQuietModules(path)) continue
      if (await isNewOrChanged(mark, mark.steering, path)) await aside(path)
    }
    for (const dotGit of repositories) await guardRepository(mark, dotGit, attempt)
    await guardGitFiles(mark, repositories, guarding.limit, attempt)
    for (const path of mark.missing) if ((await identityOf(path)) !== '') await aside(path)
    for (const path of all.flatMap((each) => each.undecodable)) {
      if (guarding.isAlive || !(await changedSince(path, since))) continue
      await setBytesAside(path)
      note(path.toString())
    }
    const tooDeep = all.find((each) => each.tooDeep !== null)?.tooDeep ?? null
    return { isWhole: isWhole && all.every(({ complete }) => complete), tooDeep }
  } finally {
    for (const { close } of closers) await close()
  }
}

/** Git folders from before the command are closed while it runs. */
function disarmFor({ since, repositories, around }: ProjectMark) {
  return createDisarm({
    since,
    isKnown: (folder) => repositories.has(folder) || folder === around,
  })
}

type Attempt = (path: string, act: () => Promise<readonly string[]>) => Promise<void>

/** Whether a place is new since the mark; in folders of builds, and where it could not be closed, whether it changed. */
async function isNewOrChanged(mark: ProjectMark, known: ReadonlyMap<string, string>, path: string) {
  const isSame = known.get(path) === (await identityOf(path))
  if (isSame && mark.closed.has(path)) return false
  if (isSame || isInBuild(mark.root, path)) return await changedSince(path, mark.since)
  return true
}

async function guardRepository(mark: ProjectMark, dotGit: string, attempt: Attempt): Promise<void> {
  const isSame = mark.repositories.get(dotGit) === (await identityOf(dotGit))
  if (isSame && mark.closed.has(dotGit)) return
  const disarm = disarmFor(mark)
  const isOld = isSame || isInBuild(mark.root, dotGit)
  await attempt(dotGit, () => (isOld ? disarm.changed(dotGit) : disarm.whole(dotGit)))
}

/** The settings of a repository may be new although the repository is not. */
async function guardGitFiles(
  mark: ProjectMark,
  repositories: readonly string[],
  limit: TimeLimit,
  attempt: Attempt,
): Promise<void> {
  const { around, git, root } = mark
  const outside = repositories.filter((path) => !isInBuild(root, path))
  const disarm = disarmFor(mark)
  const after = await steeringOfGit([...outside, ...(around === null ? [] : [around])], limit)
  for (const [path, id] of after) {
    const isKnown = git.has(path) && (!BY_CONTENT.has(basename(path)) || git.get(path) === id)
    if (!isKnown) await attempt(path, () => disarm.file(path))
  }
}

type Opened = { readonly found: FoundInProject; readonly close: () => Promise<void> }

/** Searches the folders that a command closed, with other rights for that time. */
async function openAll(first: FoundInProject, mark: ProjectMark, { limit }: Guarding): Promise<Opened[]> {
  const opened: Opened[] = []
  const folders = [...first.unreadable]
  for (const folder of folders) {
    const there = await unlessMissing(lstat(folder))
    if (limit.left() <= 0 || there === null || there.ctimeMs < mark.since) continue
    if (there.uid !== process.getuid?.()) continue
    const close = await openRights(folder)
    const found = await searchProject({ root: folder, inBuilds: true, limit })
    // The rights of these folders changed a moment ago, and what was seen in them before is the same again.
    folders.push(...found.unreadable)
    opened.push({ found, close })
  }
  return opened
}
