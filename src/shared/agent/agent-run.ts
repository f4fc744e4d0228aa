import { z } from 'zod'
import {
  type AgentId,
  CallId,
  type Millis,
  ModelRef,
  type ProjectId,
  type RunId,
  type SessionId,
} from '../ids.ts'
import type { PermissionMode } from '../permission/mode.ts'
import type { Worked } from '../run/worked.ts'
import type { Sentence } from '../sentences.ts'
import type { ChatLimits } from '../session/chat-limits.ts'
import type { Interaction } from '../session/interactions/interaction.ts'
import type { Usage } from '../session/message.ts'

/** The task an agent was started for, stored at the beginning of its own log. */
export const AgentTask = z.strictObject({
  /** The call that started it, in the run its session names as parent. */
  callId: CallId,
  /** It began with all that had been said to the agent that started it. */
  fork: z.boolean(),
  /** The model named for this task. Missing: the model of its agent or of its parent. */
  model: z.exactOptional(ModelRef),
  /** The agent's name in its team. Missing: the agent belongs to no team. */
  teammate: z.exactOptional(z.string().max(60)),
  /**
   * The turn of that run and the call within its answer. Siblings started at the same time keep this order.
   */
  place: z.exactOptional(z.strictObject({ turn: z.number().int(), call: z.number().int() })),
})
export type AgentTask = z.infer<typeof AgentTask>

/**
 * State of an agent. `queued` waits for a free slot, `waiting` waits for the person and `interrupted` lost
 * its work when the app ended. `paused` reached a cost or time limit between two turns and resumes on
 * request.
 */
export type AgentRunState =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'interrupted'

/** An agent that is running, waiting or paused at a limit, with the chat at the top of its parents. */
export type AgentAtWork = Pick<AgentRun, 'sessionId' | 'chatId' | 'state'>

/** One agent that works, or has worked, for another: what a line about it shows. */
export type AgentRun = {
  /** Its own log: attach to it to read along. Its approvals are answered with this id. */
  readonly sessionId: SessionId
  /** Its newest run. */
  readonly runId: RunId
  readonly agentId: AgentId
  readonly title: string
  readonly projectId: ProjectId | null
  readonly model: ModelRef
  /** The agent's own permission mode. Its chat and its parent may limit it further. */
  readonly permissionMode: PermissionMode
  /** The parent that started the agent: a chat or another agent, with the run and the call. */
  readonly parentSessionId: SessionId
  readonly parentRunId: RunId | null
  readonly callId: CallId | null
  /** The chat at the top. */
  readonly chatId: SessionId
  /** 1 for an agent that a chat has started. */
  readonly depth: number
  readonly background: boolean
  readonly fork: boolean
  /** The agent's name in its team; null outside a team. */
  readonly teammate: string | null
  readonly state: AgentRunState
  /**
   * The running tool, its arguments and its start time. Null while the model answers or the agent is idle.
   */
  readonly doing: { readonly tool: string; readonly args: unknown; readonly since: Millis } | null
  /** Since when nothing was heard of it, once that is long, and how long it may last. Null while it is heard of. */
  readonly quiet: { readonly since: Millis; readonly limitMs: number } | null
  /** Number of tool calls in the newest run. Null when that run ended before the app started. */
  readonly tools: number | null
  /** Of this agent alone, over all its runs, by model. */
  readonly usage: Readonly<Record<string, Usage>>
  /** Working time of all its runs. Time spent waiting for the person or for a slot is excluded. */
  readonly worked: Worked
  /** Of this agent and of all that worked for it. */
  readonly subtree: {
    readonly usage: Readonly<Record<string, Usage>>
    readonly worked: Worked
    readonly agents: number
  }
  /** The limits for the agent and its subagents together; null for no limits. */
  readonly limits: ChatLimits | null
  /** Of its newest run. */
  readonly startedAt: Millis
  readonly endedAt: Millis | null
  /** Why it did not finish, in words for the person. */
  readonly problem: string | null
  /** The same in parts, for a window of another language. */
  readonly said: readonly Sentence[]
  /** Number of pending messages in its log. An ended agent reads them only after it is resumed. */
  readonly unheard: number
  /** Open questions to the person, oldest first. */
  readonly asks: readonly Interaction[]
}
