import { z } from 'zod'
import {
  type AgentId,
  CallId,
  type Millis,
  type ModelRef,
  type ProjectId,
  type RunId,
  type SessionId,
} from '../ids.ts'
import type { PermissionMode } from '../permission/mode.ts'
import type { Worked } from '../run/worked.ts'
import type { Sentence } from '../sentences.ts'
import type { ChatLimits } from '../session/chat-limits.ts'
import type { Interaction } from '../session/interaction.ts'
import type { Usage } from '../session/message.ts'

/** What an agent was started for. It stands at the beginning of its own log. */
export const AgentTask = z.strictObject({
  /** The call that started it, in the run its session names as parent. */
  callId: CallId,
  /** It began with all that had been said to the agent that started it. */
  fork: z.boolean(),
  /** How it is called in the team it is in. Missing: it is in none. */
  teammate: z.exactOptional(z.string().max(60)),
  /** Which turn of that run, and which call of its answer: siblings that start in one moment keep this order. */
  place: z.exactOptional(z.strictObject({ turn: z.number().int(), call: z.number().int() })),
})
export type AgentTask = z.infer<typeof AgentTask>

/**
 * `queued` waits for a free place, `waiting` for the person, `interrupted` lost its work with the app, `paused` came to
 * a limit of cost or time between two turns and goes on when it is told to.
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

/** An agent that is at work, waits or was paused at a limit, and the chat at the top of those it works for. */
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
  /** How much it may do without asking; its chat and who it works for may limit it further. */
  readonly permissionMode: PermissionMode
  /** Who started it: a chat or another agent, in which run and by which call. */
  readonly parentSessionId: SessionId
  readonly parentRunId: RunId | null
  readonly callId: CallId | null
  /** The chat at the top. */
  readonly chatId: SessionId
  /** 1 for an agent that a chat has started. */
  readonly depth: number
  readonly background: boolean
  readonly fork: boolean
  /** How it is called in the team it is in; null for who is in none. */
  readonly teammate: string | null
  readonly state: AgentRunState
  /** The tool at work, what it is about, and since when; null when the model speaks or nothing goes on. */
  readonly doing: { readonly tool: string; readonly args: unknown; readonly since: Millis } | null
  /** Since when nothing was heard of it, once that is long, and how long it may last. Null while it is heard of. */
  readonly quiet: { readonly since: Millis; readonly limitMs: number } | null
  /** How many calls its newest run has made; null when it ended before the app was started. */
  readonly tools: number | null
  /** Of this agent alone, over all its runs, by model. */
  readonly usage: Readonly<Record<string, Usage>>
  /** How long all its runs have worked together. Waiting for the person or for a place is not counted. */
  readonly worked: Worked
  /** Of this agent and of all that worked for it. */
  readonly subtree: {
    readonly usage: Readonly<Record<string, Usage>>
    readonly worked: Worked
    readonly agents: number
  }
  /** What it may use with all that work for it; null: as much as it needs. */
  readonly limits: ChatLimits | null
  /** Of its newest run. */
  readonly startedAt: Millis
  readonly endedAt: Millis | null
  /** Why it did not finish, in words for the person. */
  readonly problem: string | null
  /** The same in parts, for a window of another language. */
  readonly said: readonly Sentence[]
  /** How many messages to it wait in its log. One that has ended hears them only when it is let go on. */
  readonly unheard: number
  /** What it asks the person, oldest first. */
  readonly asks: readonly Interaction[]
}
