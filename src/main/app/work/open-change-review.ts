import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { type ChangePlaceId, type ProjectId, type SessionId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import { openDecisionRows } from '../../changes/decisions/decision-rows.ts'
import { openDiscarded } from '../../changes/discarded.ts'
import type { Drafts } from '../../changes/drafts/draft-port.ts'
import { type Changes, type ChangesDeps, openChanges } from '../../changes/open-changes.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Bus } from '../../log/delivery/bus.ts'
import type { Listings } from '../../log/listings/listings.ts'
import { folderReader } from '../../projects/folder-reader.ts'
import type { Projects } from '../../projects/registry.ts'
import type { TaskWorktrees } from '../../worktrees/task-worktrees.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly db: Database
  readonly git: Git
  readonly clock: Clock
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  readonly scope: Scope
  readonly projects: Pick<Projects, 'usable'>
  readonly windows: { readonly listings: Pick<Listings, 'logsOf'> }
  readonly runtime: Pick<Runtime, 'supervisor' | 'log' | 'inbox'>
  readonly bus: Pick<Bus, 'subscribe'>
  readonly checkpoints: Pick<Checkpoints, 'firstContents'>
  readonly originOf: ChangesDeps['originOf']
  readonly drafts: Drafts
  readonly trailer: ChangesDeps['trailer']
  readonly worktrees: Pick<TaskWorktrees, 'get' | 'place'>
  readonly begun: ChangesDeps['begun']
}

/** Opens the review of changes in Git repositories. Rejections that wait are carried out when a run ends. */
export function openChangeReview(deps: Deps): Changes {
  const { db, git, clock, projects, windows, runtime, checkpoints, bus, scope, worktrees } = deps
  const treeOf = (id: ChangePlaceId) => (isWorktree(id) ? worktrees.get(id) : null)
  const changes = openChanges({
    git,
    reader: folderReader,
    join: path.join,
    now: clock.now,
    id: randomUUID,
    project: changePlaces(projects, worktrees),
    discarded: openDiscarded(db),
    decisions: openDecisionRows(db),
    drafts: deps.drafts,
    trailer: deps.trailer,
    chatFiles: checkpoints.firstContents,
    originOf: deps.originOf,
    isRunning: createIsRunning(windows.listings, runtime, (id) => treeOf(id)?.projectId ?? null),
    begun: deps.begun,
    tellAgent: (sessionId, text, paths) => {
      // A chat that was deleted has no agent that reads it.
      if (runtime.log.folds(sessionId).session === null) return
      runtime.inbox.put(sessionId, { item: reviewItem(text, paths), stored: () => {}, wakes: false })
    },
  })
  const report = (error: unknown) => {
    if (scope.signal.aborted) return
    if (error instanceof AppError) deps.tell({ kind: 'notice', level: 'error', text: error.message })
    else deps.logger.error('Rejected changes could not be reverted', error)
  }
  const settle = async (): Promise<void> => {
    for (const placeId of changes.placesWithQueued()) {
      const projectId = isWorktree(placeId) ? treeOf(placeId)?.projectId : placeId
      // A worktree that was removed has nothing left to revert.
      if (projectId === undefined) continue
      await changes.settle(placeId, scope.signal).catch(report)
      deps.tell({ kind: 'checkpoints.changed', projectId })
    }
  }
  scope.add(
    bus.subscribe((_sessionId, events) => {
      if (!events.some((event) => event.kind === 'run.status' && isTerminal(event.payload.to))) return
      // After other listeners of the end, so that a queued message starts before.
      queueMicrotask(() => void settle().catch(report))
    }),
  )
  return changes
}

/** Finds the project of a place, with the folder of the place. */
export function changePlaces(projects: Pick<Projects, 'usable'>, worktrees: Pick<TaskWorktrees, 'place'>) {
  return (id: ChangePlaceId): Promise<Project> => (isWorktree(id) ? worktrees.place(id) : projects.usable(id))
}

const isWorktree = (id: ChangePlaceId): id is WorktreeId => WorktreeId.safeParse(id).success

/** Whether an agent works in a place now, or waits for the person there. */
function createIsRunning(
  listings: Pick<Listings, 'logsOf'>,
  { supervisor, log }: Pick<Runtime, 'supervisor' | 'log'>,
  projectOf: (placeId: ChangePlaceId) => ProjectId | null,
): (placeId: ChangePlaceId) => boolean {
  const hasRunIn = (id: SessionId, tree: WorktreeId | null) => {
    const { session, runs } = log.folds(id)
    return (
      (session?.meta.worktree?.id ?? null) === tree &&
      Object.values(runs).some(({ status }) => !isTerminal(status))
    )
  }
  return (placeId) => {
    const tree = isWorktree(placeId) ? placeId : null
    const projectId = isWorktree(placeId) ? projectOf(placeId) : placeId
    const live = new Set(supervisor.liveLogs().filter((id) => hasRunIn(id, tree)))
    return projectId !== null && live.size > 0 && listings.logsOf(projectId).some((id) => live.has(id))
  }
}

/** Makes the item that tells an agent what the person decided about its changes. */
function reviewItem(content: string, paths: readonly string[]): HarnessItem {
  return {
    kind: 'runtime-notice',
    origin: 'system',
    content,
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said: [say('changes.told', { files: paths.join(', ') })] },
  }
}
