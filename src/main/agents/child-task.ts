import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, CallId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord, RunSpec } from '#shared/run/run.ts'
import type { Writer } from '#shared/session/writer.ts'
import type { Work } from '../runs/supervisor.ts'

/** The step of a plan a run is for. */
export type StepOf = Required<Pick<RunSpec, 'planId' | 'stepIndex'>>

/** What an agent is given to do, and by whom. */
export type ChildTask = {
  readonly employer: { readonly sessionId: SessionId; readonly runId: RunId; readonly callId: CallId }
  /** Null: nobody was named. */
  readonly agentId: AgentId | null
  readonly title: string
  readonly prompt: string
  readonly background: boolean
  readonly hardMs: number
  /** It begins with all that was said to the agent that starts it. */
  readonly fork: boolean
  /** The step of a plan it is given. */
  readonly step?: StepOf
  /** How much it may do without asking; as its chat when missing. */
  readonly permissionMode?: PermissionMode
  /** How it is called in a team; missing for who only works for one. */
  readonly teammate?: string
  /** Who wrote its task; whoever gives the work when missing. */
  readonly by?: Writer
  /** What it is told before its task. */
  readonly before?: readonly NewDurableEvent[]
}

/** Who is to work: a named agent, or a copy of the one that gives the work. */
export type Wanted =
  | { readonly fork: true }
  | { readonly fork: false; readonly agentId: AgentId; readonly isTeammate: boolean }

/** Who works, with which model, and how. */
export type ChildSetting = {
  readonly agentId: AgentId
  readonly model: ModelRef
  readonly work: Work
  /** What it is told before its task. */
  readonly first?: readonly NewDurableEvent[]
}

/** An agent that was started. `done` resolves with its final record and never rejects. */
export type Child = {
  readonly sessionId: SessionId
  readonly agentId: AgentId
  readonly runId: RunId
  readonly done: Promise<RunRecord>
  /** Resolves when nobody is to wait for it any more. */
  readonly moved: Promise<void>
  readonly stop: (reason: unknown) => void
  /** How many calls it has made. */
  readonly tools: () => number
}
