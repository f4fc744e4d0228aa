import { z } from 'zod'
import type { AgentRun } from '../agent/agent-run.ts'
import type { AppErrorData } from '../errors.ts'
import type { CallId, EventId, ProjectId, SessionId, TeamId } from '../ids.ts'
import type { Settings } from '../ipc/boot.ts'
import type { KeyAction } from '../keys/key-actions.ts'
import type { Sentence } from '../sentences.ts'
import type { Part } from '../session/message.ts'
import type { SessionListing } from '../session/session.ts'
import type { TerminalOutput } from '../terminal/terminal.ts'
import type { WorkflowRunListing } from '../workflow/workflow-run.ts'
import type { DurableEvent, SessionEvent } from './event.ts'
import type { SessionFolds } from './fold.ts'

/**
 * The read position of a window. `seq` counts both tiers within one host start, named by `epoch`;
 * `durableSeq` is the newest stored event and stays valid across restarts.
 */
export const Cursor = z.strictObject({ epoch: z.string(), seq: z.number(), durableSeq: z.number() })
export type Cursor = z.infer<typeof Cursor>

/** An answer that is still being streamed: what a window that attaches in mid-stream shows at once. */
export type InflightMessage = {
  readonly eventId: EventId
  readonly parts: readonly Part[]
  /** A summary that is being written, and not an answer. */
  readonly summary?: true
}

/** The model that its server loads for a run, by the name it has in the app, and since when. */
export type ModelLoading = { readonly label: string; readonly since: number }

/** A tool that is running, with the newest piece of what it has printed. */
export type InflightTool = {
  readonly eventId: EventId
  readonly callId: CallId
  readonly toolName: string
  readonly args: unknown
  readonly output: string
  readonly startedAt: number
  /** The end of a call whose answer is not stored yet; null while it runs. */
  readonly ended: { readonly durationMs: number; readonly isError: boolean } | null
}

/** The newest page of a session: enough to draw its last screens without reading the rest of the log. */
export type AttachReply = {
  readonly epoch: string
  readonly folds: SessionFolds
  readonly path: readonly DurableEvent[]
  readonly hasOlder: boolean
  readonly inflight: readonly InflightMessage[]
  readonly tools: readonly InflightTool[]
  /** Null when no model is being loaded. */
  readonly loading: ModelLoading | null
  readonly cursor: Cursor
  readonly draft: string
}

export type PathPage = { readonly path: readonly DurableEvent[]; readonly hasOlder: boolean }

/** Changes outside any session's log. */
export type AppEvent =
  | {
      readonly kind: 'project.changed'
      readonly projectId: ProjectId
      readonly op: 'added' | 'renamed' | 'removed' | 'missing' | 'available' | 'trusted'
    }
  | { readonly kind: 'session.listed'; readonly listing: SessionListing; readonly op: 'updated' | 'removed' }
  | { readonly kind: 'workflow.listed'; readonly listing: WorkflowRunListing }
  /** The lines of agents that work for chats look different. */
  | { readonly kind: 'agent.runs'; readonly runs: readonly AgentRun[] }
  | { readonly kind: 'config.changed'; readonly problem: AppErrorData | null }
  | { readonly kind: 'models.changed' }
  | { readonly kind: 'memory.changed' }
  /** Embedding has got on, ended or begun. */
  | { readonly kind: 'memory.embedding' }
  /** A copy of the home has begun or ended. */
  | { readonly kind: 'home.changed' }
  /** A copy of the home has got on. */
  | { readonly kind: 'home.gotOn' }
  | { readonly kind: 'knowledge.changed' }
  /** Folders that are read into pages have got on. */
  | { readonly kind: 'knowledge.work' }
  /** MCP servers are others, or how they are doing. */
  | { readonly kind: 'mcp.changed' }
  /** Messages of an MCP server were stored. */
  | { readonly kind: 'mcp.messages'; readonly key: string }
  /** A resource that was attached has changed on its server. */
  | { readonly kind: 'mcp.resource'; readonly key: string; readonly uri: string }
  | { readonly kind: 'vault.changed' }
  /** A terminal was opened, ended, restarted or closed. */
  | { readonly kind: 'terminals.changed' }
  | { readonly kind: 'grants.changed' }
  /** Triggers or their history changed. */
  | { readonly kind: 'triggers.changed' }
  /** Worktrees of a project changed. */
  | { readonly kind: 'worktrees.changed'; readonly projectId: ProjectId }
  /** A set of attempts of a project changed, or a run of one. */
  | { readonly kind: 'attempts.changed'; readonly projectId: ProjectId }
  /** Followed pull requests of a project changed. */
  | { readonly kind: 'pulls.changed'; readonly projectId: ProjectId }
  /** Another question of git or ssh waits for the person, or one fewer. */
  | { readonly kind: 'gitQuestions.changed' }
  /** The members, board or messages of a team changed. */
  | { readonly kind: 'team.changed'; readonly teamId: TeamId }
  /** Agents have changed files of the project, or such files were put back. */
  | { readonly kind: 'checkpoints.changed'; readonly projectId: ProjectId | null }
  /** The checks of a project found other problems than before. */
  | { readonly kind: 'problems.changed'; readonly projectId: ProjectId }
  /** Something waits for the person that did not, or waits no more. */
  | { readonly kind: 'inbox.changed' }
  | { readonly kind: 'settings.changed'; readonly settings: Settings }
  /** Null: everywhere. */
  /** Other plugins are loaded than before. */
  | { readonly kind: 'plugins.changed' }
  | {
      readonly kind: 'agents.changed' | 'skills.changed' | 'hooks.changed'
      readonly projectId: ProjectId | null
    }
  /** The person dropped a path on this window. The path is not checked yet and may be a file. */
  | { readonly kind: 'path.dropped'; readonly path: string }
  /** The person chose an action in a native menu. */
  | { readonly kind: 'menu.action'; readonly action: KeyAction }
  | { readonly kind: 'open.project'; readonly projectId: ProjectId }
  | { readonly kind: 'open.session'; readonly sessionId: SessionId; readonly projectId: ProjectId | null }
  | { readonly kind: 'open.workflowRun'; readonly run: WorkflowRunListing }
  /** The page of triggers. */
  | { readonly kind: 'open.triggers' }
  | {
      readonly kind: 'notice'
      readonly level: 'info' | 'warn' | 'error'
      readonly text: string
      /** The text in parts, where a window may have words of its own for it. */
      readonly said?: readonly Sentence[]
    }

/**
 * A message that main pushes to a window. `prevSeq` is the seq the window must hold for the batch to follow
 * without a gap; otherwise it attaches again. `resync` means main dropped a backlog instead of letting it
 * grow.
 */
export type WindowMessage =
  | {
      readonly t: 'events'
      readonly sessionId: SessionId
      readonly epoch: string
      readonly prevSeq: number
      readonly events: readonly SessionEvent[]
    }
  | { readonly t: 'resync'; readonly sessionId: SessionId }
  | { readonly t: 'app'; readonly event: AppEvent }
  | ({ readonly t: 'terminal' } & TerminalOutput)
