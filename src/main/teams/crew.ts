import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { AgentId, CallId, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'

/** Who asks for a teammate, and what it is to do first. */
export type Recruit = {
  readonly employer: { readonly sessionId: SessionId; readonly runId: RunId; readonly callId: CallId }
  readonly agentId: AgentId | null
  readonly name: string
  readonly prompt: string
  /** It begins in plan mode: nothing is changed before the person has accepted its plan. */
  readonly plans?: boolean
  readonly first: readonly HarnessItem[]
}

/** What teams need of runs: teammates are agents with logs of their own. */
export type Crew = {
  readonly start: (
    recruit: Recruit,
    signal: AbortSignal,
  ) => Promise<{ readonly sessionId: SessionId; readonly agentId: AgentId }>
  /** Lets one that has come to its end go on where it stood. Throws when it cannot. */
  readonly wake: (sessionId: SessionId, first: readonly HarnessItem[]) => Promise<void>
  readonly isAtWork: (sessionId: SessionId) => boolean
  /** True when its last run came to a limit and waits until the person lets it go on. */
  readonly isPaused: (sessionId: SessionId) => boolean
  /** Says how much it may do without asking, from its next call on. */
  readonly setMode: (sessionId: SessionId, mode: PermissionMode) => void
  /** How much the chat of who leads may do without asking. */
  readonly modeOf: (sessionId: SessionId) => PermissionMode
  /** Stops its run. Harmless when it has ended. */
  readonly stop: (sessionId: SessionId, reason: string) => Promise<void>
  /** Puts an item into the chat of who leads. `wakes` lets it go on with it when it is done. */
  readonly tellLead: (chatId: SessionId, item: HarnessItem, wakes: boolean, stored: () => void) => void
}
