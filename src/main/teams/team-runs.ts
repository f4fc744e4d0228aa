import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { AgentId, CallId, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'

/** A request for a teammate, with its first task. */
export type Recruit = {
  readonly parent: { readonly sessionId: SessionId; readonly runId: RunId; readonly callId: CallId }
  readonly agentId: AgentId | null
  readonly name: string
  readonly prompt: string
  /** It begins in plan mode: nothing is changed before the person has accepted its plan. */
  readonly plans?: boolean
  /** It works in a worktree of its own. */
  readonly ownWorktree?: boolean
  readonly first: readonly HarnessItem[]
}

/** The run operations that teams need. Teammates are agents with logs of their own. */
export type TeamRuns = {
  readonly start: (
    recruit: Recruit,
    signal: AbortSignal,
  ) => Promise<{ readonly sessionId: SessionId; readonly agentId: AgentId }>
  /** Resumes an ended teammate. Throws when it cannot resume. */
  readonly wake: (sessionId: SessionId, first: readonly HarnessItem[]) => Promise<void>
  readonly isAtWork: (sessionId: SessionId) => boolean
  /** Whether its last run paused at a limit until the person resumes it. */
  readonly isPaused: (sessionId: SessionId) => boolean
  /** Says how much it may do without asking, from its next call on. */
  readonly setMode: (sessionId: SessionId, mode: PermissionMode) => void
  /** Returns the permission mode of the lead's chat. */
  readonly modeOf: (sessionId: SessionId) => PermissionMode
  /** Stops its run. Harmless when it has ended. */
  readonly stop: (sessionId: SessionId, reason: string) => Promise<void>
  /** Adds an item to the lead's chat. With `wakes` an idle lead starts a run with it. */
  readonly tellLead: (chatId: SessionId, item: HarnessItem, wakes: boolean, stored: () => void) => void
}
