import type { AgentTask } from '#shared/agent/agent-run.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ContextId, DeviceId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type {
  AttemptRef,
  ContextMode,
  ContextRecord,
  SessionKind,
  SessionMeta,
  SessionRecord,
} from '#shared/session/session.ts'
import type { TriggerOrigin } from '#shared/trigger/origin.ts'
import type { WorktreeRef } from '#shared/worktree/worktree.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunLog } from '../run/run-log.ts'

/** For whom and where a session is made. */
export type SessionPlace = {
  readonly kind: SessionKind
  readonly agentId: AgentId
  readonly projectId: ProjectId
  readonly cwd: string
}

/** The initial state of a session. `personaHash` identifies the persona text, so that edits are detected. */
export type Prepared = {
  readonly snapshot: InstructionSnapshot
  readonly personaHash: string
  /** The missing parts of the instructions, for the person and the model. */
  readonly late?: Sentence | null
}

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly deviceId: DeviceId
  /** The agent a new chat talks to unless it names another. */
  readonly chatAgent: AgentId
  /** Throws an `AppError` when the agent cannot be used. */
  readonly prepare: (place: SessionPlace) => Promise<Prepared>
}

type NewSession = {
  readonly projectId: ProjectId
  readonly cwd: string
  readonly model: ModelRef
  /** The model for agents that name none, where the agent of this session names one. */
  readonly modelBefore?: ModelRef
  /** Missing: as set for the model. */
  readonly effort?: Effort | null
  readonly permissionMode: PermissionMode
  readonly title: string
  /** The id of the session, where it was chosen before. */
  readonly id?: SessionId
  /** The trigger that begins a chat. */
  readonly origin?: TriggerOrigin
  /** The worktree it works in. */
  readonly worktree?: WorktreeRef
  /** The attempt that the chat is. */
  readonly attempt?: AttemptRef
  /** The limits of a chat from its beginning. */
  readonly limits?: ChatLimits
  /** The extra folders of a chat. */
  readonly folders?: readonly string[]
  /** The agent of a chat. */
  readonly agentId?: AgentId
  /** The kind of a session and its parent; a chat has none. */
  readonly place?: {
    readonly kind: SessionKind
    readonly parentSessionId?: SessionId
    readonly parentRunId?: RunId
    readonly mode: ContextMode
    readonly agentId: AgentId
    readonly task?: AgentTask
  }
}

/** A session that is not stored yet: instructions, first context and agent. */
export type MadeSession = {
  readonly sessionId: SessionId
  readonly context: Pick<ContextRecord, 'id' | 'agentId'>
  readonly model: ModelRef
  readonly events: readonly NewDurableEvent[]
}

/** Makes sessions, and finds them. */
export function createSessions(deps: Deps) {
  return {
    /** A new session, to be stored together with what it begins with. */
    make: (wanted: NewSession): Promise<MadeSession> => make(deps, wanted),
    /** Stores a new session with its instructions and its first context. */
    create: async (wanted: NewSession): Promise<SessionId> => {
      const { sessionId, events } = await make(deps, wanted)
      deps.log.publish(sessionId, events)
      return sessionId
    },
    get: (sessionId: SessionId): SessionRecord => {
      const { session } = deps.log.folds(sessionId)
      if (session !== null) return session
      throw AppError.saying('session.not_found', say('chat.gone'))
    },
    /** Titles a chat after its first message, if it began without one and has no title. */
    nameAfter: (sessionId: SessionId, title: string): void => {
      const { session, runs } = deps.log.folds(sessionId)
      const isOpen = session?.meta.namedBy === undefined && Object.keys(runs).length === 0
      if (title === '' || title === session?.meta.title || !isOpen) return
      deps.log.publish(sessionId, [{ kind: 'session.meta', payload: { changes: { title } } }])
    },
    /** Notes that the folder of a session has moved from one place to another. A session elsewhere stays. */
    move: (sessionId: SessionId, from: string, to: string): void => {
      if (deps.log.folds(sessionId).session?.cwd !== from) return
      deps.log.publish(sessionId, [{ kind: 'session.meta', payload: { changes: {}, cwd: to } }])
    },
    /** Changes what the header shows. It is a fact of the log like everything else. */
    update: (sessionId: SessionId, changes: Partial<SessionMeta>): void => {
      deps.log.publish(sessionId, [{ kind: 'session.meta', payload: { changes } }])
    },
  }
}

async function make(deps: Deps, wanted: NewSession): Promise<MadeSession> {
  const sessionId = wanted.id ?? deps.newId('session')
  const contextId = deps.newId('context')
  const { cwd, projectId, model, modelBefore, effort, permissionMode, title } = wanted
  const { kind, mode, agentId, ...parents } = wanted.place ?? {
    kind: 'chat' as const,
    mode: 'fresh' as const,
    agentId: wanted.agentId ?? deps.chatAgent,
  }
  const { snapshot, personaHash, late } = await deps.prepare({ kind, agentId, projectId, cwd })
  // In the order in which the log reads it back, so that a chat and its rebuild are the same to the letter.
  const meta: SessionMeta = {
    title,
    projectId,
    model,
    archived: false,
    permissionMode,
    activeContextId: contextId,
    ...(modelBefore === undefined ? {} : { modelBefore }),
    ...(effort === undefined || effort === null ? {} : { effort }),
    ...(wanted.limits === undefined ? {} : { limits: wanted.limits }),
    ...(wanted.origin === undefined ? {} : { origin: wanted.origin }),
    ...(wanted.worktree === undefined ? {} : { worktree: wanted.worktree }),
    ...(wanted.attempt === undefined ? {} : { attempt: wanted.attempt }),
    ...(wanted.folders === undefined ? {} : { folders: [...wanted.folders] }),
  }
  const { deviceId } = deps
  const events: NewDurableEvent[] = [
    { kind: 'session.created', payload: { kind, cwd, projectId, deviceId, meta, ...parents } },
    { kind: 'instructions.snapshot', payload: { snapshot, reason: 'init' } },
    { kind: 'context.status', payload: { contextId, agentId, status: 'created', mode, personaHash } },
    ...(late === null || late === undefined ? [] : [noticeOf(late, contextId)]),
  ]
  return { sessionId, context: { id: contextId, agentId }, model, events }
}

function noticeOf(said: Sentence, contextId: ContextId): NewDurableEvent {
  const kind = { kind: 'runtime-notice', origin: 'system', visibility: 'display' } as const
  const place = { lifetime: 'session', placement: 'in-place' } as const
  return {
    kind: 'harness.item',
    contextId,
    payload: { ...kind, ...place, content: englishOf([said]), data: { said: [said] } },
  }
}

export type Sessions = ReturnType<typeof createSessions>
