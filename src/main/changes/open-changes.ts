import type {
  ChangeDecision,
  ChangedFile,
  ChangeList,
  ChangePart,
  DiscardedChange,
  DraftedMessage,
  FileChange,
  LineOrigin,
  MadeCommit,
  Rejected,
} from '#shared/changes/changes.ts'
import type { Conflict } from '#shared/changes/conflict.ts'
import type { Blame, CommitLog, Stash } from '#shared/changes/history.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import type { TreeComparison } from '#shared/worktree/worktree.ts'
import { isErrno } from '../lib/errno.ts'
import { type ActDeps, type ActPlace, discard, restore, stage, unstage } from './acts.ts'
import { createBranching } from './branching.ts'
import { commit, type HookDeps, sync, uncommit } from './commit.ts'
import { conflictOf, isResolution, type Resolution, resolveConflict, restoreConflict } from './conflicts.ts'
import type { DecisionRows } from './decisions/decision-rows.ts'
import { createDecisions, type Decisions } from './decisions/decisions.ts'
import type { TurnDownDeps } from './decisions/turn-down.ts'
import type { Discarded } from './discarded.ts'
import { commitSections } from './drafts/commit-sections.ts'
import { type TrailerDeps, withTrailers } from './drafts/commit-trailers.ts'
import { COMMIT_AGENT, type Drafts } from './drafts/draft-port.ts'
import { blameOf, fileOf, logOf } from './history.ts'
import { openRepository, operationOf, type Repository, type RepositoryDeps, statusOf } from './repository.ts'
import { createAcceptedScope } from './scopes/accepted-scope.ts'
import { type ChatScopeDeps, createChatScope } from './scopes/chat-scope.ts'
import { type Comparison, listIn, type ScopeDeps } from './scopes/comparisons.ts'
import { createReview, type DecisionRequest, type Review } from './scopes/review.ts'
import {
  applyStash,
  contentOf,
  dropStash,
  keepStash,
  type StashWish,
  stashChanges,
  stashesOf,
} from './stashes.ts'

/** More files than this are counted and not listed. */
const MOST_FILES = 5_000

export type ChangesDeps = RepositoryDeps &
  ActDeps & {
    /** Returns the project of a place, with the folder of the place. */
    readonly project: (id: ChangePlaceId) => Promise<Project>
    readonly discarded: Discarded
    readonly drafts: Drafts
    readonly decisions: DecisionRows
    /** Stores the results of conflicts that the person has begun. An empty text forgets one. */
    readonly begun: {
      readonly get: (key: string) => string
      readonly set: (key: string, text: string) => void
    }
    /** Finds the change by an agent that made one of these lines. */
    readonly originOf: (path: string, lines: readonly string[]) => Promise<LineOrigin | null>
    /** The line under drafted commit messages. */
    readonly trailer: TrailerDeps['trailer']
    readonly chatFiles: ChatScopeDeps['chatFiles']
    /** Adds a text to a chat that its agent reads with the next message. */
    readonly tellAgent: TurnDownDeps['tell']
    /** Whether an agent works in the place now. */
    readonly isRunning: (id: ChangePlaceId) => boolean
    readonly id: () => string
    readonly now: () => number
  }

/** The review of a project's Git repository: what changed, and acts on it. */
export type Changes = ReturnType<typeof openChanges>

/** Opens the review of changes. Every act needs the person's trust in the project. */
export function openChanges(deps: ChangesDeps) {
  const { discarded } = deps
  const decisions = createDecisions({ rows: deps.decisions, now: deps.now })
  const scopes = {
    chat: createChatScope(deps),
    accepted: createAcceptedScope({ decisions, join: deps.join }),
  }
  const review = createReview({ decisions, scopes, join: deps.join, tell: deps.tellAgent })
  const open = async (id: ChangePlaceId, signal: AbortSignal) => {
    const project = await deps.project(id)
    const repository = await openRepository({ ...project, trusted: mayActOn(project) }, deps, signal)
    return { project, repository }
  }
  const look = async (id: ChangePlaceId, signal: AbortSignal) => {
    const { project, repository } = await open(id, signal)
    return { project, repository, status: await statusOf(repository, signal) }
  }
  const act = async (id: ChangePlaceId, signal: AbortSignal): Promise<ActPlace & { project: Project }> => {
    const place = await look(id, signal)
    if (!place.repository.trusted) throw AppError.saying('other', say('changes.noTrust'))
    return place
  }
  const deciding = createDeciding({ ...deps, decisions, review, look, act })
  const comparing = createComparing({ ...deps, scopes, review, look })
  const branching = createBranchActs({ ...deps, look, act, open })
  const withHooks = async <T>(
    id: ChangePlaceId,
    signal: AbortSignal,
    use: (place: ActPlace, hooks: HookDeps) => Promise<T>,
  ): Promise<T> => {
    const place = await act(id, signal)
    const hooksTrusted = place.project.trusted === true
    return use(place, { ...deps, hooksTrusted, hooksIn: (folder) => hasHooks(folder, deps.reader) })
  }
  return {
    ...comparing,
    ...deciding,
    stage: async (id: ChangePlaceId, parts: readonly ChangePart[], signal: AbortSignal): Promise<void> =>
      stage(await act(id, signal), deps, parts, signal),
    unstage: async (id: ChangePlaceId, parts: readonly ChangePart[], signal: AbortSignal): Promise<void> =>
      unstage(await act(id, signal), deps, parts, signal),
    discard: async (
      id: ChangePlaceId,
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
    discarded: (id: ChangePlaceId): readonly DiscardedChange[] => discarded.list(id),
    restore: async (id: ChangePlaceId, changeId: string, signal: AbortSignal): Promise<void> => {
      const place = await act(id, signal)
      const found = discarded.patch(id, changeId)
      if (found === null) throw AppError.saying('other', say('changes.gone'))
      await (isResolution(found.patch) ? restoreConflict : restore)(place, deps, found, signal)
      discarded.forget(changeId)
    },
    commit: async (
      id: ChangePlaceId,
      request: { readonly message: string; readonly amend: boolean },
      signal: AbortSignal,
    ): Promise<MadeCommit> => withHooks(id, signal, (place, hooks) => commit(place, hooks, request, signal)),
    /** Has a model draft the message of the next commit. A new draft of the project replaces a running one. */
    draft: async (id: ChangePlaceId, amend: boolean, signal: AbortSignal): Promise<DraftedMessage> => {
      const place = await act(id, signal)
      const message = await deps.drafts.write(
        {
          agent: COMMIT_AGENT,
          projectId: place.project.id,
          ask: 'Write the message of this commit.',
          sections: () => commitSections(place, amend, signal),
        },
        signal,
      )
      return { message: await withTrailers(message, place.repository, deps, signal) }
    },
    stopDraft: deps.drafts.stop,
    uncommit: async (
      id: ChangePlaceId,
      request: { readonly commit: string; readonly before: string | null },
      signal: AbortSignal,
    ): Promise<void> => uncommit(await act(id, signal), deps, request, signal),
    ...branching,
    ...createResolving({ ...deps, look, act }),
    sync: async (id: ChangePlaceId, which: 'fetch' | 'pull' | 'push', signal: AbortSignal): Promise<void> =>
      withHooks(id, signal, (place, hooks) => sync(place, hooks, which, signal)),
  }
}

type ResolvingDeps = Pick<ChangesDeps, 'begun' | 'discarded' | 'git' | 'id' | 'join' | 'now'> & {
  readonly look: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
  readonly act: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
}

/** The conflicts of a merge and their resolution. */
function createResolving(deps: ResolvingDeps) {
  const { begun, discarded, look, act } = deps
  const keyOf = (id: ChangePlaceId, path: string) => `conflict:${id}:${path}`
  return {
    conflict: async (id: ChangePlaceId, path: string, signal: AbortSignal): Promise<Conflict> => {
      const found = await conflictOf((await look(id, signal)).repository, deps, path, signal)
      const kept = begun.get(keyOf(id, path))
      return { ...found, kept: kept === '' ? null : kept }
    },
    /** Stores a result that is not finished; null forgets it. */
    keepResult: (id: ChangePlaceId, path: string, text: string | null): void =>
      begun.set(keyOf(id, path), text ?? ''),
    resolve: async (
      id: ChangePlaceId,
      resolution: Resolution,
      signal: AbortSignal,
    ): Promise<DiscardedChange> => {
      const keep = (change: DiscardedChange, copy: Buffer) => discarded.keep(id, change, copy)
      const copies = { keep, forget: discarded.forget }
      const change = await resolveConflict(await act(id, signal), deps, resolution, copies, signal)
      begun.set(keyOf(id, resolution.path), '')
      return change
    },
  }
}

type ComparingDeps = RepositoryDeps & {
  readonly scopes: ScopeDeps
  readonly review: Review
  readonly look: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
}

/** Lists and draws what differs. */
function createComparing(deps: ComparingDeps) {
  const { scopes, review, look } = deps
  return {
    list: async (id: ChangePlaceId, comparison: Comparison, signal: AbortSignal): Promise<ChangeList> => {
      const { repository, status } = await look(id, signal)
      const { base, files } = await listIn({ placeId: id, repository, status }, comparison, scopes, signal)
      return {
        repository: { ...status.repository, operation: await operationOf(repository, deps) },
        base,
        files: files.toSorted(byPath).slice(0, MOST_FILES),
        cut: files.length > MOST_FILES,
        staged: [...status.entries.values()].filter((entry) => entry.staged).length,
        canAct: repository.trusted,
      }
    },
    diff: async (
      id: ChangePlaceId,
      request: Comparison & { readonly paths: readonly string[]; readonly hideWhitespace: boolean },
      signal: AbortSignal,
    ): Promise<readonly FileChange[]> => {
      const { repository, status } = await look(id, signal)
      const shown: FileChange[] = []
      for (const path of request.paths)
        shown.push(await review.draw({ placeId: id, repository, status }, { ...request, path }, signal))
      return shown
    },
  }
}

type BranchingDeps = ActDeps & {
  readonly isRunning: (id: ChangePlaceId) => boolean
  readonly originOf: ChangesDeps['originOf']
  readonly look: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
  readonly act: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace & { project: Project }>
}

type OpenPlace = (id: ChangePlaceId, signal: AbortSignal) => Promise<{ readonly repository: Repository }>

/** Acts on branches and stashes, and what Git knows about lines and commits. */
function createBranchActs({ open, ...deps }: BranchingDeps & { readonly open: OpenPlace }) {
  return {
    ...createBranching({ ...deps, open: async (id, signal) => (await open(id, signal)).repository }),
    ...createOrigins(deps),
    ...createHistory(deps),
  }
}

/** The origin of lines. */
function createOrigins(deps: BranchingDeps) {
  const { look } = deps
  return {
    /** Finds the change by an agent that made lines of a file. */
    origin: async (
      id: ChangePlaceId,
      { path, lines }: { readonly path: string; readonly lines: readonly string[] },
      signal: AbortSignal,
    ): Promise<LineOrigin | null> => {
      const { repository } = await look(id, signal)
      return deps.originOf(deps.join(repository.top, path), lines)
    },
  }
}

/** The history of a repository and its stashes. */
function createHistory(deps: Omit<BranchingDeps, 'originOf'>) {
  const { look, act } = deps
  /** Stashes change files, so no agent may work on them meanwhile. */
  const idle = async (id: ChangePlaceId, signal: AbortSignal) => {
    const place = await act(id, signal)
    if (!deps.isRunning(id)) return place
    throw AppError.saying('run.active', say('changes.stashRunning', { project: place.project.name }))
  }
  return {
    log: async (id: ChangePlaceId, limit: number, signal: AbortSignal): Promise<CommitLog> =>
      logOf(await look(id, signal), limit, signal),
    blame: async (id: ChangePlaceId, path: string, signal: AbortSignal): Promise<Blame> =>
      blameOf((await look(id, signal)).repository, path, signal),
    fileOf: async (id: ChangePlaceId, path: string, signal: AbortSignal): Promise<string> =>
      deps.join(...(await fileOf((await look(id, signal)).repository, path, signal))),
    stashes: async (id: ChangePlaceId, signal: AbortSignal): Promise<readonly Stash[]> =>
      stashesOf((await look(id, signal)).repository, signal),
    stash: async (id: ChangePlaceId, wish: StashWish, signal: AbortSignal): Promise<void> =>
      stashChanges(await idle(id, signal), deps, wish, signal),
    stashContent: async (id: ChangePlaceId, stash: string, signal: AbortSignal): Promise<TreeComparison> =>
      contentOf((await look(id, signal)).repository, stash, signal),
    applyStash: async (id: ChangePlaceId, stash: string, signal: AbortSignal): Promise<void> =>
      applyStash(await idle(id, signal), deps, stash, signal),
    dropStash: async (id: ChangePlaceId, stash: string, signal: AbortSignal): Promise<void> =>
      dropStash(await act(id, signal), deps, stash, signal),
    keepStash: async (
      id: ChangePlaceId,
      stash: { readonly id: string; readonly message: string },
      signal: AbortSignal,
    ): Promise<void> => keepStash(await act(id, signal), deps, stash, signal),
  }
}

type DecidingDeps = {
  readonly isRunning: (id: ChangePlaceId) => boolean
  readonly decisions: Decisions
  readonly review: Review
  readonly look: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
  /** Looks at the project, and throws without the person's trust. */
  readonly act: (id: ChangePlaceId, signal: AbortSignal) => Promise<ActPlace>
}

/** The decisions of the person about changed lines. */
function createDeciding(deps: DecidingDeps) {
  const { decisions, review, look, act } = deps
  return {
    accept: async (
      id: ChangePlaceId,
      request: DecisionRequest,
      signal: AbortSignal,
    ): Promise<readonly number[]> => {
      const { repository, status } = await look(id, signal)
      return review.accept({ placeId: id, repository, status }, request, signal)
    },
    /** Rejections wait while an agent is running in the project. */
    reject: async (id: ChangePlaceId, request: DecisionRequest, signal: AbortSignal): Promise<Rejected> => {
      const place = await act(id, signal)
      const ids = await review.reject({ ...place, placeId: id }, request, signal)
      if (deps.isRunning(id)) return { ids, queued: true }
      try {
        await review.settle({ ...place, placeId: id })
      } catch (error) {
        // The files are as before, and so are the decisions.
        decisions.drop(ids.filter((each) => decisions.byIds(id, [each])[0]?.state === 'missed'))
        throw error
      }
      return { ids, queued: false }
    },
    undecide: async (id: ChangePlaceId, ids: readonly number[], signal: AbortSignal): Promise<void> => {
      // Lines that a rejection took out are written back, which needs trust. An acceptance changes no file.
      const writes = decisions.byIds(id, ids).some(({ decision }) => decision === 'rejected')
      const place = await (writes ? act : look)(id, signal)
      await review.undo({ ...place, placeId: id }, ids)
    },
    decisions: (id: ChangePlaceId): readonly ChangeDecision[] => decisions.list(id),
    /** Carries out the rejections that waited for the end of a turn. Without trust they keep waiting. */
    settle: async (id: ChangePlaceId, signal: AbortSignal): Promise<void> => {
      if (deps.isRunning(id) || decisions.queued(id).length === 0) return
      await review.settle({ ...(await act(id, signal)), placeId: id })
    },
    placesWithQueued: decisions.placesWithQueued,
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
