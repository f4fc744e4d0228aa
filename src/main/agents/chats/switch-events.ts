import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ContextId, ModelRef, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ContextRecord, SessionMeta, SessionRecord } from '#shared/session/session.ts'
import { withSkills } from '../../context/instructions/instructions.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { lastUsedContext } from './last-used-context.ts'

/** The next agent of a chat and the changes to its instructions. */
export type Successor = {
  readonly definition: AgentDefinition
  readonly personaHash: string
  /** The skills it can load, as listed in the instructions. */
  readonly skills: string
  /** The model its definition names; null where it names none. */
  readonly model: ModelRef | null
}

export type ModelChanges = Partial<Pick<SessionMeta, 'model' | 'modelBefore'>>

/** Gives a chat the model of the agent that takes over, and the one before it back to an agent that names none. */
export function modelChanges(
  { model, modelBefore = null }: SessionMeta,
  named: ModelRef | null,
): ModelChanges {
  if (named !== null) return { model: named, modelBefore: modelBefore ?? model }
  return modelBefore === null ? {} : { model: modelBefore, modelBefore: null }
}

/** Makes a known context the active one. */
export function activated(context: ContextRecord, model: ModelChanges): NewDurableEvent[] {
  return [
    { kind: 'context.status', payload: { ...statusOf(context), status: 'activated' } },
    { kind: 'session.meta', payload: { changes: { activeContextId: context.id, ...model } } },
  ]
}

export const sleeping = (context: ContextRecord): NewDurableEvent => ({
  kind: 'context.status',
  payload: { ...statusOf(context), status: 'sleeping' },
})

export const statusOf = ({ id: contextId, agentId, mode, personaHash }: ContextRecord) => {
  return { contextId, agentId, mode, personaHash }
}

export type SkillDeps = {
  readonly snapshotOf: (sessionId: SessionId) => InstructionSnapshot | null
  readonly now: () => number
}

/** Returns a snapshot event if the next agent's skills differ from the listed ones. */
export function skillsOf(
  { snapshotOf, now }: SkillDeps,
  sessionId: SessionId,
  skills: string,
): NewDurableEvent[] {
  const snapshot = snapshotOf(sessionId)
  const renewed = snapshot === null ? null : withSkills(snapshot, skills, now())
  if (renewed === null || renewed === snapshot) return []
  return [{ kind: 'instructions.snapshot', payload: { snapshot: renewed, reason: 'manual_refresh' } }]
}

const ITEM = { visibility: 'display', lifetime: 'session', placement: 'in-place' } as const

/** Marks a switch in the history of the agent that takes over. */
export function switchItem(
  contextId: ContextId,
  item: Pick<HarnessItem, 'content' | 'attrs' | 'data'>,
): NewDurableEvent {
  return {
    kind: 'harness.item',
    contextId,
    payload: { ...ITEM, kind: 'agent-switch', origin: 'system', ...item },
  }
}

/** Tells the agent that takes over what was said with another. */
export function carriedItem(contextId: ContextId, agent: AgentId, content: string): NewDurableEvent {
  const payload = {
    ...ITEM,
    visibility: 'hidden',
    kind: 'child-summary',
    origin: 'agent',
    content,
    attrs: { agent },
  } as const
  return { kind: 'harness.item', contextId, payload }
}

type SpokenDeps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly pathOf: PathOf
}

/** Returns the context that was used last. */
export function spokenIn({ log, sessions, pathOf }: SpokenDeps, sessionId: SessionId): ContextRecord {
  const { contexts } = log.folds(sessionId)
  return lastUsedContext(contexts, (id) => pathOf(sessionId, id), contextOf(log, sessions.get(sessionId)))
}

/** Returns the active context of a chat. */
export function contextOf(log: Pick<RunLog, 'folds'>, session: SessionRecord): ContextRecord {
  const { activeContextId } = session.meta
  const context = activeContextId === null ? undefined : log.folds(session.id).contexts[activeContextId]
  if (context === undefined) throw AppError.saying('session.not_found', say('chat.gone'))
  return context
}
