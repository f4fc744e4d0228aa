import type {
  ChangedFile,
  ChangeHunk,
  ChangeList,
  ChangePart,
  ChangeScope,
  DiscardedChange,
  FileChange,
  MadeCommit,
} from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { type ActDeps, type ActPlace, discard, restore, stage, unstage } from './acts.ts'
import { commit, type HookDeps, sync, uncommit } from './commit.ts'
import { baseOf, changedIn, hunksById, patchOf, shownChange } from './compare.ts'
import type { Discarded } from './discarded.ts'
import type { Status } from './parse-status.ts'
import { openRepository, operationOf, type Repository, type RepositoryDeps, statusOf } from './repository.ts'

/** More files than this are counted and not listed. */
const MOST_FILES = 5_000

export type ChangesDeps = RepositoryDeps &
  ActDeps & {
    readonly project: (id: ProjectId) => Promise<Project>
    readonly discarded: Discarded
    /** Whether an agent works in the project now. */
    readonly isRunning: (id: ProjectId) => boolean
    readonly id: () => string
    readonly now: () => number
  }

/** The review of a project's Git repository: what changed, and acts on it. */
export type Changes = ReturnType<typeof openChanges>

/** Opens the review of changes. Every act needs the person's trust in the project. */
export function openChanges(deps: ChangesDeps) {
  const { discarded } = deps
  const look = async (id: ProjectId, signal: AbortSignal) => {
    const project = await deps.project(id)
    const repository = await openRepository({ ...project, trusted: mayActOn(project) }, deps, signal)
    return { project, repository, status: await statusOf(repository, signal) }
  }
  const act = async (id: ProjectId, signal: AbortSignal): Promise<ActPlace & { project: Project }> => {
    const place = await look(id, signal)
    if (!place.repository.trusted) throw AppError.saying('other', say('changes.noTrust'))
    return place
  }
  const withHooks = async <T>(
    id: ProjectId,
    signal: AbortSignal,
    use: (place: ActPlace, hooks: HookDeps) => Promise<T>,
  ): Promise<T> => {
    const place = await act(id, signal)
    const hooksTrusted = place.project.trusted === true
    return use(place, { ...deps, hooksTrusted, hooksIn: (folder) => hasHooks(folder, deps.reader) })
  }
  return {
    list: async (id: ProjectId, scope: ChangeScope, signal: AbortSignal): Promise<ChangeList> => {
      const { repository, status } = await look(id, signal)
      const base = scope === 'branch' ? await baseOf(repository, status, signal) : null
      const from = scope === 'branch' ? (base?.commit ?? null) : status.repository.commit
      const isEmpty = scope === 'branch' && base === null
      const files = isEmpty ? [] : await changedIn(repository, scope, from, status, signal)
      return {
        repository: { ...status.repository, operation: await operationOf(repository, deps) },
        base: base?.name ?? null,
        files: files.toSorted(byPath).slice(0, MOST_FILES),
        cut: files.length > MOST_FILES,
        canAct: repository.trusted,
      }
    },
    diff: async (
      id: ProjectId,
      request: DiffRequest,
      signal: AbortSignal,
    ): Promise<readonly FileChange[]> => {
      const { repository, status } = await look(id, signal)
      const base = request.scope === 'branch' ? await baseOf(repository, status, signal) : null
      const from = request.scope === 'branch' ? (base?.commit ?? null) : status.repository.commit
      const shown: FileChange[] = []
      for (const path of request.paths) {
        const file = fileOf(status, path)
        shown.push(await changeOf({ repository, status }, { ...request, file, from }, signal))
      }
      return shown
    },
    stage: async (id: ProjectId, parts: readonly ChangePart[], signal: AbortSignal): Promise<void> =>
      stage(await act(id, signal), deps, parts, signal),
    unstage: async (id: ProjectId, parts: readonly ChangePart[], signal: AbortSignal): Promise<void> =>
      unstage(await act(id, signal), deps, parts, signal),
    discard: async (
      id: ProjectId,
      parts: readonly ChangePart[],
      signal: AbortSignal,
    ): Promise<readonly DiscardedChange[]> => {
      const place = await act(id, signal)
      if (deps.isRunning(id))
        throw AppError.saying('run.active', say('changes.running', { project: place.project.name }))
      const keep = (copies: readonly { change: DiscardedChange; patch: Buffer }[]) => {
        for (const { change, patch } of copies) discarded.keep(id, change, patch)
      }
      return discard(place, deps, parts, keep, signal)
    },
    discarded: (id: ProjectId): readonly DiscardedChange[] => discarded.list(id),
    restore: async (id: ProjectId, changeId: string, signal: AbortSignal): Promise<void> => {
      const place = await act(id, signal)
      const found = discarded.patch(id, changeId)
      if (found === null) throw AppError.saying('other', say('changes.gone'))
      await restore(place, deps, found, signal)
      discarded.forget(changeId)
    },
    commit: async (
      id: ProjectId,
      request: { readonly message: string; readonly amend: boolean },
      signal: AbortSignal,
    ): Promise<MadeCommit> => withHooks(id, signal, (place, hooks) => commit(place, hooks, request, signal)),
    uncommit: async (
      id: ProjectId,
      request: { readonly commit: string; readonly before: string | null },
      signal: AbortSignal,
    ): Promise<void> => uncommit(await act(id, signal), deps, request, signal),
    sync: async (id: ProjectId, which: 'fetch' | 'pull' | 'push', signal: AbortSignal): Promise<void> =>
      withHooks(id, signal, (place, hooks) => sync(place, hooks, which, signal)),
  }
}

/** Most entries of a folder of hooks that are looked at. */
const MOST_HOOKS = 500

async function hasHooks(folder: string, reader: RepositoryDeps['reader']): Promise<boolean> {
  try {
    for await (const { name } of reader.someItems(folder, MOST_HOOKS))
      if (!name.endsWith('.sample')) return true
    return false
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

/** A repository that may start programs needs trust also where the folder itself carries nothing that acts. */
const mayActOn = (project: Project): boolean =>
  mayAct(project) && (project.trusted === true || !project.gitMayStart)

type DiffRequest = {
  readonly scope: ChangeScope
  readonly paths: readonly string[]
  readonly hideWhitespace: boolean
}

/** The kind of a file and its earlier path, as git sees it now. */
function fileOf(status: Status, path: string): Pick<ChangedFile, 'path' | 'from' | 'kind'> {
  const entry = status.entries.get(path)
  if (entry === undefined) return { path, from: null, kind: 'modified' }
  const kind = entry.kind === 'tracked' ? 'modified' : path.endsWith('/') ? 'submodule' : entry.kind
  return { path, from: entry.from, kind }
}

async function changeOf(
  { repository, status }: { readonly repository: Repository; readonly status: Status },
  request: Omit<DiffRequest, 'paths'> & {
    readonly file: Pick<ChangedFile, 'path' | 'from' | 'kind'>
    readonly from: string | null
  },
  signal: AbortSignal,
): Promise<FileChange> {
  const { file, from, scope } = request
  const more = request.hideWhitespace ? ['-w'] : []
  const patch = await patchOf(repository, scope, from, file, signal, more)
  const entry = status.entries.get(file.path)
  const isSplit = scope === 'uncommitted' && entry?.staged === true && entry.unstaged
  if (!isSplit) return shownChange(file, patch, () => wholeStage(scope, entry?.staged ?? false))
  const [inIndex, outside] = [
    await patchOf(repository, 'staged', from, file, signal, more),
    await patchOf(repository, 'unstaged', from, file, signal, more),
  ]
  const staged = hunksById(file.path, inIndex?.hunks ?? [])
  const unstaged = hunksById(file.path, outside?.hunks ?? [])
  return shownChange(file, patch, (id) =>
    staged.has(id) ? 'staged' : unstaged.has(id) ? 'unstaged' : 'mixed',
  )
}

function wholeStage(scope: ChangeScope, staged: boolean): ChangeHunk['stage'] {
  if (scope === 'branch') return null
  return scope === 'staged' || (scope === 'uncommitted' && staged) ? 'staged' : 'unstaged'
}

/** Folders come before the files beside them, as in a tree. */
function byPath(left: ChangedFile, right: ChangedFile): number {
  const [a, b] = [left.path.split('/'), right.path.split('/')]
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one = '', other = ''] = [a[at], b[at]]
    if (one === other) continue
    const isFolder = [at < a.length - 1, at < b.length - 1]
    if (isFolder[0] !== isFolder[1]) return isFolder[0] ? -1 : 1
    return one < other ? -1 : 1
  }
  return a.length - b.length
}
