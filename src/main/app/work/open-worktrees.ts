import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { Millis, ProjectId, SessionId, WorktreeId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { WorktreeUser } from '#shared/worktree/worktree.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Projects } from '../../projects/registry.ts'
import { type ChatWorktrees, createChatWorktrees } from '../../worktrees/chat-worktrees.ts'
import { processesInside } from '../../worktrees/processes-inside.ts'
import { createTaskWorktrees, type TaskWorktrees } from '../../worktrees/task-worktrees.ts'
import { openWorktreeRows } from '../../worktrees/worktree-rows.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Pick<Storage, 'reader' | 'bus'>
  readonly runtime: Pick<Runtime, 'log' | 'sessions' | 'supervisor' | 'inbox'>
  readonly worktrees: {
    readonly db: Database
    /** The folder in which worktrees are created. */
    readonly folder: string
    readonly projects: Pick<Projects, 'usable'>
    readonly git: Pick<Git, 'work'>
  }
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
}

/** Worktrees of tasks, and the chats and agents in them. */
export type OpenedWorktrees = { readonly tasks: TaskWorktrees; readonly chats: ChatWorktrees }

/** Opens the worktrees that chats and agents get for their tasks. */
export function openWorktrees(deps: Deps): OpenedWorktrees {
  const { storage, runtime, worktrees, newId } = deps
  const { log, sessions, supervisor } = runtime
  const runs = (id: SessionId) => Object.values(log.folds(id).runs)
  const isRunning = (id: SessionId) => runs(id).some(({ status }) => !isTerminal(status))
  const userOf = (id: SessionId): WorktreeUser[] => {
    const { session } = log.folds(id)
    if (session === null) return []
    const { kind, meta } = session
    return [{ sessionId: id, title: meta.title, isChat: kind === 'chat', isRunning: isRunning(id) }]
  }
  const sessionsIn = (id: WorktreeId, projectId: ProjectId) =>
    storage.reader.sessionsInWorktree(id, projectId)
  /** Whether an unfinished run works in the folder of a project itself. */
  const isInProject = (id: SessionId, projectId: ProjectId): boolean => {
    const meta = log.folds(id).session?.meta
    return meta?.projectId === projectId && (meta.worktree ?? null) === null && isRunning(id)
  }
  const tasks = createTaskWorktrees({
    folder: worktrees.folder,
    git: worktrees.git,
    rows: openWorktreeRows(worktrees.db),
    project: worktrees.projects.usable,
    newId: () => newId('worktree'),
    now: () => deps.clock.now() as Millis,
    usersOf: (id, projectId) => sessionsIn(id, projectId).flatMap(userOf),
    isRunning: (projectId) => supervisor.liveLogs().some((id) => isInProject(id, projectId)),
    processesIn: processesInside,
    changed: (projectId) => deps.tell({ kind: 'worktrees.changed', projectId }),
    isWindows: process.platform === 'win32',
    logger: deps.logger,
  })
  const chats = createChatWorktrees({
    worktrees: tasks,
    session: sessions.get,
    publish: storage.bus.publish,
    tell: (id, item) => runtime.inbox.put(id, { item, stored: () => {}, wakes: false }),
    isRunning,
    project: worktrees.projects.usable,
    sessionsIn,
    logger: deps.logger,
  })
  return { tasks, chats }
}
