import { z } from 'zod'
import { AgentTask } from '../agent/agent-run.ts'
import { CheckpointDirection, CheckpointScope, FileId, RestoreCause } from '../checkpoint/checkpoint.ts'
import { InstructionSnapshot } from '../context/instructions.ts'
import { AgentId, ContextId, DeviceId, EventId, ProjectId, QueueItemId, RunId, SessionId } from '../ids.ts'
import { CallRef } from '../run/call-ref.ts'
import { FilePart } from '../session/message.ts'
import { NoteAuthor, NoteChange, NoteText } from '../session/notes/note.ts'
import { QueueLane } from '../session/queue/queue.ts'
import { ContextMode, SessionKind, SessionMeta } from '../session/session.ts'
import { WRITERS } from '../session/writer.ts'

export const SessionCreated = z.strictObject({
  kind: SessionKind,
  cwd: z.string(),
  projectId: ProjectId.nullable(),
  deviceId: DeviceId,
  meta: SessionMeta,
  parentSessionId: z.exactOptional(SessionId),
  parentRunId: z.exactOptional(RunId),
  forkOf: z.exactOptional(z.strictObject({ sessionId: SessionId, eventId: EventId.nullable() })),
  /** The task of the agent in a subagent session. */
  task: z.exactOptional(AgentTask),
})

export const SessionMetaChanged = z.strictObject({
  changes: SessionMeta.partial(),
  /** The new folder of the session. Missing: unchanged. */
  cwd: z.exactOptional(z.string()),
})

export const InstructionsTaken = z.strictObject({
  snapshot: InstructionSnapshot,
  reason: z.enum(['init', 'clone', 'manual_refresh']),
})

export const ContextStatusChanged = z.strictObject({
  contextId: ContextId,
  agentId: AgentId,
  status: z.enum(['created', 'activated', 'sleeping', 'closed']),
  mode: ContextMode,
  from: z.exactOptional(ContextId),
  personaHash: z.string(),
  /** The notes of the session as they stood when the context was created. Missing: there were none. */
  notes: z.exactOptional(z.array(NoteText)),
})

/** Rewind and branch are one move with two labels: the next message hangs under `to`. */
export const LeafMoved = z.strictObject({
  cause: z.enum(['rewind', 'branch']),
  contextId: ContextId,
  to: EventId.nullable(),
})

/** Files are about to be put back together with a move in the conversation. */
export const RestoreBegun = z.strictObject({
  because: RestoreCause,
  direction: CheckpointDirection,
  scope: CheckpointScope,
  files: z.array(z.strictObject({ file: FileId, path: z.string() })),
})

/**
 * The restore results per file. After an app exit in between, the entry records that the person leaves the
 * files as they are.
 */
export const RestoreEnded = z.strictObject({
  begun: EventId,
  files: z.array(z.strictObject({ path: z.string(), outcome: z.string() })),
})

export const QueueChanged = z.strictObject({
  lane: QueueLane,
  op: z.enum(['add', 'update', 'delete', 'consume', 'hold', 'release']),
  itemId: QueueItemId,
  text: z.exactOptional(z.string()),
  files: z.exactOptional(z.array(FilePart)),
  /** The added text is a command. */
  command: z.exactOptional(z.literal(true)),
  position: z.exactOptional(z.number()),
  /** The author of the added text; missing: the person. */
  by: z.exactOptional(z.enum(WRITERS)),
  /** The call with which an agent says it. */
  call: z.exactOptional(CallRef),
})

/** A note was written or taken away. */
export const NoteChanged = NoteChange.extend({ by: NoteAuthor })

/** Answers of a side query about a branch. Missing parts were not asked for and stay as they are. */
export const SideAnswered = z.strictObject({
  contextId: ContextId,
  /** The newest event that the model had read. */
  through: EventId,
  /** The tokens of the request without the question. */
  tokens: z.number(),
  summary: z.exactOptional(z.string()),
  line: z.exactOptional(z.string()),
  suggestion: z.exactOptional(z.string()),
})

export const ExtensionData = z.strictObject({ ns: z.string(), data: z.unknown() })

export const Audit = z.strictObject({
  action: z.string(),
  actor: z.enum(['user', 'agent', 'system', 'extension']),
  detail: z.record(z.string(), z.unknown()),
})
