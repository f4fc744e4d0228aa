import { z } from 'zod'
import { AgentTask } from '../agent/agent-run.ts'
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
import { ChatLimits } from './chat-limits.ts'
import { Usage } from './message.ts'
import { NoteText } from './note.ts'

/** What a person sees and sets on a session. Changes are folded over the whole log, not over one branch. */
export const SessionMeta = z.strictObject({
  title: z.string(),
  projectId: ProjectId.nullable(),
  model: ModelRef,
  /** The effort in logs of earlier versions, which stored it and never sent it. */
  thinking: z.exactOptional(z.enum(['off', 'low', 'medium', 'high'])),
  /** The model to return to when an agent without a model of its own takes over. Missing or null: `model`. */
  modelBefore: z.exactOptional(ModelRef.nullable()),
  /** How long the model may think. Missing or null: as set for the model. */
  effort: z.exactOptional(ReasoningEffort.nullable()),
  archived: z.boolean(),
  permissionMode: PermissionMode,
  activeContextId: ContextId.nullable(),
  /** Who gave it its title. Missing: nobody did, and it is the first line of the first message. */
  namedBy: z.exactOptional(z.enum(['person', 'model'])),
  /** Stands before the others. Missing: it does not. */
  pinned: z.exactOptional(z.boolean()),
  /** When it was put in the bin; null once it was taken out again. Missing: it never was. */
  deletedAt: z.exactOptional(Millis.nullable()),
  /** An agent that nobody waits for: its end is told to the chat it works for. Missing: it is waited for. */
  background: z.exactOptional(z.boolean()),
  /** An agent for which who was paused together with it waits again. Missing: nobody does so. */
  awaited: z.exactOptional(z.boolean()),
  /** The run whose end was told there; only in logs of earlier versions. Now the note itself says so. */
  toldRun: z.exactOptional(RunId),
  /** What it may use with all its agents. Missing: as much as it needs. */
  limits: z.exactOptional(ChatLimits),
})
export type SessionMeta = z.infer<typeof SessionMeta>

/** A chat, the side log of a child agent, or the hidden log of a workflow run. */
export const SessionKind = z.enum(['chat', 'child', 'workflow'])
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
  /** What an agent was started for; missing for everything but agents that another one started. */
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
  /** What its instructions say of the session's notes. Missing: nothing. */
  notes: z.exactOptional(z.array(NoteText)),
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
})
export type SessionListing = z.infer<typeof SessionListing>
