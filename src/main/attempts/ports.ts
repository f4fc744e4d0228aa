import type { AttemptCheck } from '#shared/attempts/attempt-events.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { Millis, ModelRef, ProjectId, RunId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { AttemptRef, SessionMeta } from '#shared/session/session.ts'
import type { WorktreeRef } from '#shared/worktree/worktree.ts'
import type { Logger } from '../lib/logger.ts'
import type { TaskWorktrees } from '../worktrees/task-worktrees.ts'

/** A new session: the chat of an attempt, or the hidden log of a set. */
export type NewSession = {
  readonly projectId: ProjectId
  readonly cwd: string
  readonly model: ModelRef
  readonly effort?: Effort | null
  readonly permissionMode: PermissionMode
  readonly title: string
  readonly worktree?: WorktreeRef
  readonly attempt?: AttemptRef
  readonly limits?: NonNullable<SessionMeta['limits']>
}

/** The result of a check command. */
export type CheckResult = Pick<AttemptCheck, 'exitCode' | 'output'> & {
  readonly state: 'passed' | 'failed' | 'late' | 'broken'
}

export type AttemptDeps = {
  readonly folds: (id: SessionId) => SessionFolds
  readonly publish: (id: SessionId, events: readonly NewDurableEvent[]) => void
  /** Creates the chat of an attempt. */
  readonly createChat: (wanted: NewSession) => Promise<SessionId>
  /** Creates the hidden session of a set. */
  readonly createSet: (wanted: NewSession) => Promise<SessionId>
  /** The sets of a project, newest first; of all projects for null. */
  readonly setsOf: (projectId: ProjectId | null) => readonly SessionId[]
  /** Creates a worktree for a chat that is about to begin. */
  readonly openPlace: (
    wish: {
      readonly projectId: ProjectId
      readonly name: string
      readonly from: null
      readonly base: string
    },
    signal: AbortSignal,
  ) => Promise<{ readonly cwd: string; readonly worktree: WorktreeRef; readonly item: HarnessItem }>
  /** Tells the agent of a chat of its worktree, with the next message. */
  readonly tell: (id: SessionId, item: HarnessItem) => void
  /** Removes a worktree. Chats in it return to the project. */
  readonly removePlace: (id: WorktreeId, anyway: boolean, signal: AbortSignal) => Promise<void>
  readonly worktrees: Pick<
    TaskWorktrees,
    'apply' | 'changes' | 'compose' | 'create' | 'fill' | 'get' | 'headOf' | 'merge' | 'place' | 'unapply'
  >
  readonly send: (id: SessionId, text: string) => void
  readonly stop: (id: SessionId, runId: RunId, reason: string) => void
  /** Returns the cost of all runs of a session with its agents, in US dollars; null where a price is unknown. */
  readonly costOf: (id: SessionId) => number | null
  /** Returns the newest answer of a session; empty where there is none. */
  readonly answerOf: (id: SessionId) => string
  /** Whether the person trusts a project, so that its checks may run. */
  readonly isTrusted: (id: ProjectId) => Promise<boolean>
  /** Runs a check command in a worktree. Rejects with the reason of the signal. */
  readonly runCheck: (
    job: {
      readonly sessionId: SessionId
      readonly folder: string
      readonly command: string
      readonly limitMs: number
    },
    signal: AbortSignal,
  ) => Promise<CheckResult>
  /** Reports that the attempts of a project changed. */
  readonly changed: (projectId: ProjectId) => void
  readonly now: () => Millis
  readonly logger: Logger
  /** Ends with the app. */
  readonly signal: AbortSignal
}
