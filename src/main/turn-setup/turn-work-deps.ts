import type { SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { createWorkspaceUpdates } from '../instructions/workspace-updates.ts'
import type { Moment } from '../lib/brief-cache.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { PriorAnswers } from '../runs/calls/tool-group.ts'
import type { BridgeSummary } from '../runs/compaction/bridge-summary.ts'
import type { AnswerFor } from '../runs/run/closing.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunHooksOf } from '../runs/run/run-hooks.ts'
import type { Attachments } from '../runs/turns/attachments.ts'
import type { ProjectChecks } from '../runs/turns/edit-check.ts'
import type { Tool } from '../tools/tool.ts'
import type { AnswerSlot, CheckAnswer } from './answer-slot.ts'
import type { RoomDeps } from './requests/make-room.ts'
import type { RequestBuilder } from './requests/request-builder.ts'
import type { SentRequests } from './requests/sent-requests.ts'
import type { RunAllowances } from './run-allowances.ts'
import type { SessionAgents } from './session-agents.ts'
import type { ProjectSettings } from './settings/project-settings.ts'
import type { TurnCallsDeps } from './turn-calls.ts'

/** Rooms that the inside of a run needs. */
export type TurnWorkDeps = RoomDeps &
  TurnCallsDeps & {
    readonly catalog: Catalog
    readonly agentOf: SessionAgents
    /** Loads the check of answers against a schema. */
    readonly schemaCheck: () => Promise<CheckAnswer>
    /** The tools of the coordinator. */
    readonly coordinating: readonly Tool[]
    /** The tools of MCP servers that an agent of a session gets. */
    readonly mcpTools: (sessionId: SessionId, signal: AbortSignal) => Promise<readonly Tool[]>
    /** Grows with each change of an MCP server. */
    readonly mcpChanges: () => number
    /** For runs that are steps of a plan. */
    readonly stepFailedTool: Tool
    readonly requests: RequestBuilder
    readonly sent: Pick<SentRequests, 'keep' | 'changed' | 'cacheCheck'>
    readonly hooksOf: RunHooksOf
    /** Answers calls left open by the exit of the app. */
    readonly answerAhead: AnswerFor
    readonly projectSettings: ProjectSettings
    readonly inbox: Pick<Inbox, 'has' | 'take'>
    readonly attachments: Attachments
    readonly bridgeSummary: BridgeSummary
    /** The checks after edits. */
    readonly editCheck: ProjectChecks
    /** Returns outdated instructions, for one run. */
    readonly instructionNews: (run: RunHandle) => Promise<Pick<Inbox, 'has' | 'take'>>
    /** Announces changes around a run: mode, branch, rules and files. */
    readonly placeNews: ReturnType<typeof createWorkspaceUpdates>
    /** Moves a session whose worktree is gone to a folder that exists. */
    readonly ensurePlace: (sessionId: SessionId) => Promise<void>
    /** Waits for the agents that were paused with this session and resume with it. */
    readonly join: (run: RunHandle) => Promise<void>
    /** Stops the awaited agents of a run that was stopped before it waited for them. */
    readonly leave: (run: RunHandle) => Promise<void>
    /** Reads the limits in the file of a session's project again. */
    readonly readLimits: (sessionId: SessionId, since: Moment) => Promise<void>
    readonly runAllowances: Pick<RunAllowances, 'allowances' | 'openUse' | 'pools'>
    /** The mail of teammates. */
    readonly teamMail: Pick<Inbox, 'has' | 'take'>
  }

/** Options of one run. */
export type TurnOptions = {
  readonly prior: PriorAnswers
  readonly tools: readonly Tool[]
  /** Tools the agent has whatever its definition names. */
  readonly always?: readonly Tool[]
  /** Selects the MCP tools of the agent by name; all when missing. */
  readonly mcp?: ((tool: string) => boolean) | undefined
  /** Receives the structured answer; null for a run that ends with text. */
  readonly answer: AnswerSlot | null
  /** Returns the output tokens allowed for a request of `sent` tokens; missing or null without a budget. */
  readonly answerRoom?: ((wanted: number, sent: number) => number) | null
  /** The effort of this run, before the agent's and the chat's. Missing or null: those count. */
  readonly effort?: Effort | null
}
