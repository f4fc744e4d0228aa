import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, CallId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord, RunSpec } from '#shared/run/run.ts'
import type { Writer } from '#shared/session/writer.ts'
import type { Work } from '../../runs/run/supervisor.ts'

/** The step of a plan a run is for. */
export type StepOf = Required<Pick<RunSpec, 'planId' | 'stepIndex'>>

/** The task of a subagent and its parent. */
export type ChildTask = {
  readonly parent: { readonly sessionId: SessionId; readonly runId: RunId; readonly callId: CallId }
  /** Null when no agent is named. */
  readonly agentId: AgentId | null
  readonly title: string
  readonly prompt: string
  readonly background: boolean
  readonly hardMs: number
  /** It begins with all that was said to the agent that starts it. */
  readonly fork: boolean
  /** The name of the model it works with; that of its agent or of who gives the work when missing. */
  readonly model?: string
  /** It works in a worktree of its own. */
  readonly ownWorktree?: boolean
  /** The step of a plan it is given. */
  readonly step?: StepOf
  /** The permission mode; missing: that of the chat. */
  readonly permissionMode?: PermissionMode
  /** The teammate name; missing for plain subagents. */
  readonly teammate?: string
  /** The author of the task; missing: the parent. */
  readonly by?: Writer
  /** Events before the task in its log. */
  readonly before?: readonly NewDurableEvent[]
}

/** The wanted agent: a named one, or a fork of the parent. */
export type Wanted =
  | { readonly fork: true }
  | {
      readonly fork: false
      readonly agentId: AgentId
      readonly isTeammate: boolean
      /** The model that was named for this work. */
      readonly model?: string
    }

/** The chosen agent with its model and work setting. */
export type ChildSetting = {
  readonly agentId: AgentId
  readonly model: ModelRef
  readonly work: Work
  /** Events before the task in its log. */
  readonly first?: readonly NewDurableEvent[]
}

/** An agent that was started. `done` resolves with its final record and never rejects. */
export type Child = {
  readonly sessionId: SessionId
  readonly agentId: AgentId
  readonly runId: RunId
  readonly done: Promise<RunRecord>
  /** Resolves when the agent moves to the background. */
  readonly moved: Promise<void>
  readonly stop: (reason: unknown) => void
  /** Returns the number of tool calls made. */
  readonly tools: () => number
}
