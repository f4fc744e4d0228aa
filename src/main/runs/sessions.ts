import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, DeviceId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { ContextMode, SessionKind, SessionMeta, SessionRecord } from '#shared/session/session.ts'
import type { NewId } from '../lib/ids.ts'
import type { RunLog } from './run-log.ts'

/** The agent a new chat talks to. `personaHash` names the text of its persona, so that an edit shows. */
export type PrimaryAgent = { readonly id: AgentId; readonly personaHash: string }

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly deviceId: DeviceId
  readonly agent: PrimaryAgent
  readonly takeSnapshot: (cwd: string) => Promise<InstructionSnapshot>
}

type NewSession = {
  readonly projectId: ProjectId
  readonly cwd: string
  readonly model: ModelRef
  readonly permissionMode: PermissionMode
  readonly title: string
  /** What kind of session it is and what it belongs to; a chat belongs to nothing. */
  readonly place?: {
    readonly kind: SessionKind
    readonly parentSessionId?: SessionId
    readonly parentRunId?: RunId
    readonly mode: ContextMode
    readonly agentId: AgentId
  }
}

/** Makes sessions, and finds them. */
export function createSessions(deps: Deps) {
  return {
    /** Stores a new session with its instructions and its first context. */
    create: async (wanted: NewSession): Promise<SessionId> => {
      const sessionId = deps.newId('session')
      const contextId = deps.newId('context')
      const { cwd, projectId, model, permissionMode, title } = wanted
      const { kind, mode, agentId, ...parents } = wanted.place ?? {
        kind: 'chat' as const,
        mode: 'fresh' as const,
        agentId: deps.agent.id,
      }
      const snapshot = await deps.takeSnapshot(cwd)
      const meta: SessionMeta = {
        title,
        projectId,
        model,
        thinking: 'off',
        archived: false,
        permissionMode,
        activeContextId: contextId,
      }
      const { agent, deviceId } = deps
      const events: NewDurableEvent[] = [
        { kind: 'session.created', payload: { kind, cwd, projectId, deviceId, meta, ...parents } },
        { kind: 'instructions.snapshot', payload: { snapshot, reason: 'init' } },
        {
          kind: 'context.status',
          payload: {
            contextId,
            agentId,
            status: 'created',
            mode,
            personaHash: agent.personaHash,
          },
        },
      ]
      deps.log.publish(sessionId, events)
      return sessionId
    },
    get: (sessionId: SessionId): SessionRecord => {
      const { session } = deps.log.folds(sessionId)
      if (session !== null) return session
      throw new AppError('session.not_found', 'This chat is not stored here any more.')
    },
    /** Changes what the header shows. It is a fact of the log like everything else. */
    update: (sessionId: SessionId, changes: Partial<SessionMeta>): void => {
      deps.log.publish(sessionId, [{ kind: 'session.meta', payload: { changes } }])
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
