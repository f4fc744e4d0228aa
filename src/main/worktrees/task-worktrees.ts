import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter } from '#shared/attempts/attempt-events.ts'
import { AppError } from '#shared/errors.ts'
import type { Millis, ProjectId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import type { TreeComparison, Worktree, WorktreePlace, WorktreeUser } from '#shared/worktree/worktree.ts'
import type { Git } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import type { Logger } from '../lib/logger.ts'
import { branchFor } from './branch-name.ts'
import { compareTrees } from './compare-trees.ts'
import { type ComposedTree, composeTree, fillTree, type TreePart } from './compose-tree.ts'
import { createGitQuery, type GitQuery } from './git-query.ts'
import { applyBack, branchIn, mergeBack, unapplyBack } from './merge-back.ts'
import { prepareTree } from './prepare-tree.ts'
import { type TreeChanges, treeChanges } from './tree-changes.ts'
import { treeSize } from './tree-size.ts'
import { type UnsavedWork, unsavedWork } from './unsaved-work.ts'
import type { StoredWorktree, WorktreeRows } from './worktree-rows.ts'

/** The folder of worktrees that were removed and whose files are still being deleted. */
const TRASH = '.trash'

export type TaskWorktreeDeps = {
  /** The folder in which worktrees are created. */
  readonly folder: string
  readonly git: Pick<Git, 'work'>
  readonly rows: WorktreeRows
  readonly project: (id: ProjectId) => Promise<Project>
  readonly newId: () => WorktreeId
  readonly now: () => Millis
  /** Chats and agents that work in a worktree. */
  readonly usersOf: (id: WorktreeId, projectId: ProjectId) => readonly WorktreeUser[]
  /** Whether an agent works in the folder of the project now. */
  readonly isRunning: (projectId: ProjectId) => boolean
  /** Returns the names of programs that run in a folder. */
  readonly processesIn: (folder: string) => Promise<readonly string[]>
  /** Reports that the worktrees of a project changed. */
  readonly changed: (projectId: ProjectId) => void
  readonly isWindows: boolean
  readonly logger: Logger
}

/** The wish for a worktree. `from`: a folder of the project or of another worktree. */
export type WorktreeWish = {
  readonly projectId: ProjectId
  readonly name: string
  readonly from: string | null
  /** The commit it begins at; missing for the last one. */
  readonly base?: string
}

/** A worktree that is ready, with the folder that corresponds to the one it was created from. */
export type ReadyWorktree = StoredWorktree & { readonly cwd: string }

export type TaskWorktrees = ReturnType<typeof createTaskWorktrees>

/** Creates worktrees for tasks of chats and agents, which live until they are removed. */
export function createTaskWorktrees(deps: TaskWorktreeDeps) {
  const { rows, changed } = deps
  const git = createGitQuery(deps.git)
  const trusted = async (id: ProjectId): Promise<Project> => {
    const project = await deps.project(id)
    if (!isTrusted(project)) throw AppError.saying('other', say('worktree.noTrust'))
    return project
  }
  const known = (id: WorktreeId): StoredWorktree => {
    const tree = rows.get(id)
    if (tree === null) throw AppError.saying('other', say('worktree.gone'))
    return tree
  }
  const act = async (id: WorktreeId) => {
    const tree = known(id)
    const project = await trusted(tree.projectId)
    return { tree: await placed(tree, project), project }
  }
  const idle = (project: Project) => {
    if (deps.isRunning(project.id))
      throw AppError.saying('run.active', say('worktree.projectBusy', { project: project.name }))
  }
  return {
    create: async (wish: WorktreeWish, signal: AbortSignal): Promise<ReadyWorktree> => {
      const project = await trusted(wish.projectId)
      const tree = await create(deps, git, { project, ...wish }, signal)
      changed(project.id)
      return { ...tree, cwd: join(tree.path, tree.prefix) }
    },
    get: rows.get,
    ...createTreeActs({ git, folder: deps.folder, act, idle, trusted }),
    /** Returns the worktrees of a project by name, with the sessions in them. Reads no file. */
    places: (projectId: ProjectId): readonly WorktreePlace[] =>
      rows.ofProject(projectId).map(({ id, branch }) => {
        const users = deps.usersOf(id, projectId)
        const inOrder = [...users.filter(({ isChat }) => isChat), ...users.filter(({ isChat }) => !isChat)]
        return { id, branch, sessions: inOrder.map(({ sessionId }) => sessionId) }
      }),
    /** Returns the project of a worktree, with the folder of the worktree and the name of its branch. */
    place: async (id: WorktreeId): Promise<Project> => {
      const { projectId, path, prefix, branch } = known(id)
      const folder = join(path, prefix)
      const found = await stat(folder).catch(() => null)
      if (found === null) throw AppError.saying('other', say('worktree.missing', { branch }))
      return { ...(await deps.project(projectId)), path: folder, name: branch, branch }
    },
    /** Returns what differs between the files of two worktrees, uncommitted changes included. */
    compare: async (id: WorktreeId, other: WorktreeId, signal: AbortSignal): Promise<TreeComparison> => {
      const [one, two] = [await act(id), await act(other)]
      return compareTrees(git, deps.folder, one.tree, two.tree, signal)
    },
    list: async (projectId: ProjectId, signal: AbortSignal): Promise<readonly Worktree[]> => {
      const stored = rows.ofProject(projectId)
      if (stored.length === 0) return []
      const project = await trusted(projectId)
      return Promise.all(
        stored.map(async (tree) => described(deps, git, await placed(tree, project), signal)),
      )
    },
    /** Returns the work that a worktree alone has. */
    work: async (id: WorktreeId, signal: AbortSignal): Promise<UnsavedWork> => {
      const { tree } = await act(id)
      return unsavedWork(git, tree, signal)
    },
    /** Merges its branch into the branch that is checked out in the project. */
    merge: async (id: WorktreeId, signal: AbortSignal): Promise<void> => {
      const { tree, project } = await act(id)
      idle(project)
      await mergeBack(git, tree, await unsavedWork(git, tree, signal), signal)
      changed(project.id)
    },
    /** Puts its changes into the files of the project, uncommitted. Returns the number of files. */
    apply: async (id: WorktreeId, signal: AbortSignal): Promise<number> => {
      const { tree, project } = await act(id)
      idle(project)
      return applyBack(git, tree, signal)
    },
    /** Removes it. With work that nothing else has only if `anyway`; commits stay on its branch in every case. */
    remove: async (id: WorktreeId, anyway: boolean, signal: AbortSignal): Promise<void> => {
      const { tree } = await act(id)
      const work = await unsavedWork(git, tree, signal)
      await checkUnused(deps, tree)
      if (!anyway && (work.files.length > 0 || work.commits > 0 || work.state === 'unknown'))
        throw AppError.saying('other', holdsWork(tree, work))
      await remove(deps, git, tree, work.commits === 0, signal)
      changed(tree.projectId)
    },
    /** Deletes the files of removed worktrees that an earlier start of the app left. */
    tidy: (): Promise<void> => emptyTrash(deps),
  }
}

type TreeActDeps = {
  readonly git: GitQuery
  readonly folder: string
  readonly act: (id: WorktreeId) => Promise<{ readonly tree: StoredWorktree; readonly project: Project }>
  /** Throws while an agent runs in the project. */
  readonly idle: (project: Project) => void
  readonly trusted: (id: ProjectId) => Promise<Project>
}

/** Changes of one attempt that are picked. */
type PickedTree = { readonly letter: Letter; readonly worktreeId: WorktreeId }
type PickedChanges = {
  readonly letter: Letter
  readonly path: string
  readonly hunks: readonly string[] | null
}

/** Acts on the trees of several worktrees that begin at one commit. */
function createTreeActs({ git, folder, act, idle, trusted }: TreeActDeps) {
  return {
    /** Returns the last commit of a project, with its branch. */
    headOf: async (
      projectId: ProjectId,
      signal: AbortSignal,
    ): Promise<{ readonly base: string; readonly baseBranch: string | null; readonly folder: string }> => {
      const project = await trusted(projectId)
      const { base, baseBranch } = await aboutRepository(git, project.path, project, signal)
      return { base, baseBranch, folder: project.path }
    },
    /** Returns all that a worktree changed against a commit. */
    changes: async (id: WorktreeId, base: string, signal: AbortSignal): Promise<TreeChanges> =>
      treeChanges(git, folder, (await act(id)).tree, base, signal),
    /** Composes a tree object from picked changes of several worktrees. Changes no work tree. */
    compose: async (
      wish: {
        readonly projectId: ProjectId
        readonly base: string
        readonly trees: readonly PickedTree[]
        readonly parts: readonly PickedChanges[]
      },
      signal: AbortSignal,
    ): Promise<ComposedTree> => {
      const { path } = await trusted(wish.projectId)
      const parts: TreePart[] = []
      for (const { letter, worktreeId } of wish.trees) {
        const { tree } = await act(worktreeId)
        const { state, files } = await treeChanges(git, folder, tree, wish.base, signal)
        if (state === 'missing')
          throw AppError.saying('other', say('worktree.missing', { branch: tree.branch }))
        for (const part of wish.parts.filter((each) => each.letter === letter)) {
          const file = files.find((each) => each.path === part.path)
          if (file === undefined) throw AppError.saying('other', say('changes.moved', { path: part.path }))
          parts.push({ letter, file, hunks: part.hunks })
        }
      }
      return composeTree(git, { folder, path, base: wish.base }, parts, signal)
    },
    /** Writes a tree into the files of a worktree, in place of what they hold. */
    fill: async (id: WorktreeId, tree: string, signal: AbortSignal): Promise<void> =>
      fillTree(git, (await act(id)).tree.path, tree, signal),
    /** Takes what `apply` put into the files of the project out again, all of it or nothing. */
    unapply: async (id: WorktreeId, signal: AbortSignal): Promise<void> => {
      const { tree, project } = await act(id)
      idle(project)
      await unapplyBack(git, tree, signal)
    },
  }
}

/** Whether git may work in a project: it has the trust of the person, or nothing in it can start a program. */
const isTrusted = (project: Project): boolean =>
  project.trusted === true || (mayAct(project) && !project.gitMayStart)

/** A worktree that was created from another one belongs to the project once that one is gone. */
async function placed(tree: StoredWorktree, project: Project): Promise<StoredWorktree> {
  const found = await stat(tree.repository).catch(() => null)
  return found === null ? { ...tree, repository: project.path } : tree
}

const holdsWork = ({ branch, baseBranch, base }: StoredWorktree, { files, commits }: UnsavedWork) =>
  say('worktree.holdsWork', {
    branch,
    files: String(files.length),
    commits: String(commits),
    base: baseBranch ?? base.slice(0, 8),
  })

type Creating = WorktreeWish & { readonly project: Project }

async function create(
  deps: TaskWorktreeDeps,
  git: GitQuery,
  { project, name, from, base }: Creating,
  signal: AbortSignal,
): Promise<StoredWorktree> {
  const place = from ?? project.path
  const found = await aboutRepository(git, place, project, signal)
  const about = base === undefined ? found : { ...found, base }
  const id = deps.newId()
  const path = join(deps.folder, id)
  await mkdir(deps.folder, { recursive: true })
  const branch = await branchFor(git, about.repository, name, signal)
  const added = await git.attempt(
    about.repository,
    ['worktree', 'add', '--quiet', '-b', branch, path, about.base],
    signal,
  )
  if (!added.ok) throw AppError.saying('other', say('worktree.failed', { reason: added.problem }))
  const nothing = { linked: [], cloned: [], copied: [], commands: [] }
  const tree = { id, projectId: project.id, path, branch, createdAt: deps.now(), ...about, setup: nothing }
  // Stored first, so that a failed set-up leaves nothing that the app does not know.
  deps.rows.add(tree)
  await mkdir(join(path, about.prefix), { recursive: true })
  const places = { repository: about.repository, tree: path, isWindows: deps.isWindows }
  const setup = await prepareTree(git.ask, places, signal)
  deps.rows.prepared(id, setup)
  return { ...tree, setup }
}

type About = Pick<StoredWorktree, 'repository' | 'prefix' | 'base' | 'baseBranch'>

async function aboutRepository(
  git: GitQuery,
  place: string,
  project: Project,
  signal: AbortSignal,
): Promise<About> {
  const found = await git.attempt(place, ['rev-parse', '--show-toplevel', '--verify', 'HEAD'], signal)
  if (!found.ok) throw AppError.saying('other', say('worktree.noCommit', { project: project.name }))
  const [repository = place, base = ''] = found.text.split('\n')
  const prefix = (await git.ask(place, ['rev-parse', '--show-prefix'], signal)).replace(/\n$/, '')
  const branch = await git.attempt(place, ['symbolic-ref', '--quiet', 'HEAD'], signal)
  return { repository, prefix, base, baseBranch: branch.ok ? branchIn(branch.text) : null }
}

async function described(
  deps: TaskWorktreeDeps,
  git: GitQuery,
  tree: StoredWorktree,
  signal: AbortSignal,
): Promise<Worktree> {
  const work = await unsavedWork(git, tree, signal)
  const { id, projectId, branch, path, baseBranch, createdAt, setup } = tree
  return {
    id,
    projectId,
    branch,
    path,
    baseBranch,
    createdAt,
    state: work.state,
    files: work.files.length,
    commits: work.commits,
    bytes: work.state === 'missing' ? 0 : await treeSize(path, signal),
    linked: setup.linked,
    cloned: setup.cloned,
    copied: setup.copied,
    setup: setup.commands,
    users: deps.usersOf(id, projectId),
  }
}

async function checkUnused(deps: TaskWorktreeDeps, { id, projectId, path }: StoredWorktree): Promise<void> {
  const running = deps.usersOf(id, projectId).filter((user) => user.isRunning)
  if (running.length > 0) {
    const names = running.map(({ title }) => title).join(', ')
    throw AppError.saying('run.active', say('worktree.inUse', { names }))
  }
  const processes = await deps.processesIn(path)
  if (processes.length === 0) return
  throw AppError.saying('other', say('worktree.processes', { names: processes.join(', ') }))
}

/** The folder moves into the trash first, so that a removal takes milliseconds and is never half done. */
async function remove(
  deps: TaskWorktreeDeps,
  git: GitQuery,
  tree: StoredWorktree,
  isMerged: boolean,
  signal: AbortSignal,
): Promise<void> {
  const trash = join(deps.folder, TRASH)
  await mkdir(trash, { recursive: true })
  try {
    await rename(tree.path, join(trash, `${tree.id}-${randomUUID()}`))
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
  const args = ['worktree', 'remove', '--force', '--force', tree.path]
  const removed = await git.attempt(tree.repository, args, signal)
  if (!removed.ok)
    deps.logger.info('Git no longer knew a removed worktree', { tree: tree.path, reason: removed.problem })
  // Git itself checks that the branch is merged.
  if (isMerged) await git.attempt(tree.repository, ['branch', '--quiet', '-d', '--', tree.branch], signal)
  deps.rows.forget(tree.id)
  void emptyTrash(deps)
}

async function emptyTrash({ folder, logger }: TaskWorktreeDeps): Promise<void> {
  const trash = join(folder, TRASH)
  for (const name of await readdir(trash).catch(() => [])) {
    await rm(join(trash, name), { recursive: true, force: true }).catch((error: unknown) =>
      logger.warn('The files of a removed worktree could not be deleted', { name, reason: String(error) }),
    )
  }
}
