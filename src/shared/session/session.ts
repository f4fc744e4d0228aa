import { z } from 'zod'
import { AgentTask } from '../agent/agent-run.ts'
import { Letter } from '../attempts/attempt-events.ts'
import { ProfileName } from '../config/context-table.ts'
import {
  AgentId,
  ContextId,
  DeviceId,
  EventId,
  Millis,
  ModelRef,
  ProjectId,
  RunId,
  SessionId,
} from '../ids.ts'
import { ReasoningEffort } from '../model/model.ts'
import { PermissionMode } from '../permission/mode.ts'
import { TurnPool } from '../run/turn-pool.ts'
import { TriggerOrigin } from '../trigger/origin.ts'
import { WorktreeRef } from '../worktree/worktree.ts'
import { CacheBreak } from './cache-check.ts'
import { ChatLimits } from './chat-limits.ts'
import { ExtraFolders } from './extra-folders.ts'
import { Usage } from './message.ts'
import { NoteText } from './notes/note.ts'
import { SideQueryAnswers } from './side-query-answers.ts'

/** One attempt of a set, by the session of the set. */
export const AttemptRef = z.strictObject({ set: SessionId, letter: Letter })
export type AttemptRef = z.infer<typeof AttemptRef>

/** Session settings and metadata. Changes are folded over the whole log, not over one branch. */
export const SessionMeta = z.strictObject({
  title: z.string(),
  projectId: ProjectId.nullable(),
  model: ModelRef,
  /** The effort in logs of earlier versions, which stored it and never sent it. */
  thinking: z.exactOptional(z.enum(['off', 'low', 'medium', 'high'])),
  /** The model to return to when an agent without a model of its own takes over. Missing or null: `model`. */
  modelBefore: z.exactOptional(ModelRef.nullable()),
  /** The reasoning effort. Missing or null: the model's setting. */
  effort: z.exactOptional(ReasoningEffort.nullable()),
  /** Requests that avoid the provider's cache. Missing or null: none. */
  cacheBreak: z.exactOptional(CacheBreak.nullable()),
  archived: z.boolean(),
  permissionMode: PermissionMode,
  activeContextId: ContextId.nullable(),
  /** The author of the title. Missing: the title is the first line of the first message. */
  namedBy: z.exactOptional(z.enum(['person', 'model'])),
  /** Stands before the others. Missing: it does not. */
  pinned: z.exactOptional(z.boolean()),
  /** When it was put in the bin; null once it was taken out again. Missing: it never was. */
  deletedAt: z.exactOptional(Millis.nullable()),
  /** A background agent: its end is reported to its parent chat. Missing: the parent waits for it. */
  background: z.exactOptional(z.boolean()),
  /** The parent waits for this agent again after a pause of both. Missing: it does not. */
  awaited: z.exactOptional(z.boolean()),
  /** The run whose end was told there; only in logs of earlier versions. Now the note itself says so. */
  toldRun: z.exactOptional(RunId),
  /** The raised limit of a turn, by the run that began it. */
  pool: z.exactOptional(z.strictObject({ runId: RunId, ...TurnPool.shape })),
  /** Limits of the session with all its agents. Missing: none. */
  limits: z.exactOptional(ChatLimits),
  /** The profile of `[context]` that the chat chose. Missing or null: none. */
  contextProfile: z.exactOptional(ProfileName.nullable()),
  /** The trigger that began the chat. Missing: the person or an agent did. */
  origin: z.exactOptional(TriggerOrigin),
  /** The worktree it works in. Missing or null: the folder of the project. */
  worktree: z.exactOptional(WorktreeRef.nullable()),
  /** The attempt that the chat is. Missing: none. */
  attempt: z.exactOptional(AttemptRef),
  /** The extra folders of a chat. Missing: none. */
  folders: z.exactOptional(ExtraFolders),
})
export type SessionMeta = z.infer<typeof SessionMeta>

/** A chat, the log of a subagent, or the hidden log of a workflow run or of a set of attempts. */
export const SessionKind = z.enum(['chat', 'child', 'workflow', 'attempts'])
export type SessionKind = z.infer<typeof SessionKind>

/** One row of `sessions`: the fold of everything that describes a session. */
export const SessionRecord = z.strictObject({
  id: SessionId,
  kind: SessionKind,
  meta: SessionMeta,
  cwd: z.string(),
  deviceId: DeviceId,
  parentSessionId: SessionId.nullable(),
  parentRunId: RunId.nullable(),
  createdAt: Millis,
  updatedAt: Millis,
  lastSeq: z.number(),
  /** Tokens per model over all runs, so that the cost is known without reading them. */
  usage: z.record(z.string(), Usage),
  /** The task of the agent. Missing for sessions that are not subagents. */
  task: z.exactOptional(AgentTask),
})
export type SessionRecord = z.infer<typeof SessionRecord>

export const ContextMode = z.enum(['fresh', 'continue', 'bridge'])
export type ContextMode = z.infer<typeof ContextMode>

/** One row of `contexts`: a line of history with one agent. */
export const ContextRecord = z.strictObject({
  id: ContextId,
  sessionId: SessionId,
  agentId: AgentId,
  personaHash: z.string(),
  leaf: EventId.nullable(),
  status: z.enum(['active', 'sleeping', 'closed']),
  from: ContextId.nullable(),
  mode: ContextMode,
  /** The session notes in its instructions. Missing: none. */
  notes: z.exactOptional(z.array(NoteText)),
  /** The answers of side queries. Missing: none were made. */
  side: z.exactOptional(SideQueryAnswers),
})
export type ContextRecord = z.infer<typeof ContextRecord>

/** A line in the sidebar. */
export const SessionListing = z.strictObject({
  id: SessionId,
  projectId: ProjectId.nullable(),
  title: z.string(),
  updatedAt: Millis,
  state: z.enum(['idle', 'running', 'waiting', 'paused', 'failed', 'stopped', 'done']),
  pinned: z.exactOptional(z.literal(true)),
  archived: z.exactOptional(z.literal(true)),
  /** A run ended while no window showed the chat. */
  unread: z.exactOptional(z.literal(true)),
  /** When it was put in the bin. */
  deletedAt: z.exactOptional(Millis),
  /** The name of the trigger that began it. */
  trigger: z.exactOptional(z.string()),
  /** The branch of the worktree it works in. */
  worktree: z.exactOptional(z.string()),
})
export type SessionListing = z.infer<typeof SessionListing>
