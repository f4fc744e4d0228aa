import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ContextId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ChatContext } from '#shared/session/chat-context.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { ContextRecord } from '#shared/session/session.ts'
import { promptPersona, switchData } from '../../context/instructions/prompt-persona.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { modeNotice } from '../definitions/coordinator.ts'
import { isContextUsed, isSwitchEvent } from './last-used-context.ts'
import {
  activated,
  carriedItem,
  contextOf,
  modelChanges,
  type SkillDeps,
  type Successor,
  skillsOf,
  sleeping,
  spokenIn,
  statusOf,
  switchItem,
} from './switch-events.ts'

type Deps = SkillDeps & {
  readonly log: Pick<RunLog, 'folds' | 'publish'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly pathOf: PathOf
  /** Returns a record of these events for an agent that was not there; empty when nothing was said. */
  readonly bridgeWords: (sessionId: SessionId, path: readonly DurableEvent[]) => string
  readonly successor: (projectId: ProjectId | null, agentId: AgentId, near: ModelRef) => Promise<Successor>
  readonly definitionOf: (projectId: ProjectId | null, agentId: AgentId) => Promise<AgentDefinition | null>
}

/** The longest words of a row, in UTF-16 units. */
const MOST_WORDS = 160

/** Lists the contexts of a chat, returns to a sleeping one with its own history, and closes one. */
export function createChatContexts(deps: Deps) {
  const { log, sessions, lane, pathOf } = deps

  const heads = (sessionId: SessionId): readonly ContextRecord[] => {
    const { contexts } = log.folds(sessionId)
    const active = contextOf(log, sessions.get(sessionId)).id
    return headsOf(Object.values(contexts), (context) => {
      return context.id === active || isContextUsed(pathOf(sessionId, context.id), context.id)
    })
  }

  /** Returns to a context, with a record of what was said elsewhere since. */
  const goTo = (
    sessionId: SessionId,
    target: ContextRecord,
    next: Successor,
    before: AgentDefinition | null,
  ) => {
    const session = sessions.get(sessionId)
    const left = spokenIn(deps, sessionId)
    const path = pathOf(sessionId, target.id)
    const others = heads(sessionId).filter(({ id }) => id !== target.id)
    const missed = saidSince(
      others.map(({ id }) => pathOf(sessionId, id)),
      path,
    )
    log.publish(sessionId, [
      sleeping(contextOf(log, session)),
      ...skillsOf(deps, sessionId, next.skills),
      ...activated(target, modelChanges(session.meta, next.model)),
      ...(missed.some(isMessage)
        ? returned({
            target,
            path,
            left,
            next,
            before,
            record: deps.bridgeWords(sessionId, missed),
          })
        : []),
    ])
  }

  return {
    /** Lists the separate histories of a chat, newest first. Parts of another history are left out. */
    list: async (sessionId: SessionId): Promise<readonly ChatContext[]> => {
      const { projectId } = sessions.get(sessionId).meta
      const { contexts } = log.folds(sessionId)
      const rows = heads(sessionId)
      const before = (context: ContextRecord) => (context.from === null ? undefined : contexts[context.from])
      const ids = new Set(rows.flatMap((row) => [row.agentId, before(row)?.agentId ?? row.agentId]))
      const found = await Promise.all([...ids].map((id) => deps.definitionOf(projectId, id)))
      const names = new Map([...ids].map((id, at) => [id, found[at]?.name ?? id]))
      const listed = rows.map((row): ChatContext => {
        const { id, agentId, status, mode } = row
        const followed = before(row)?.agentId
        return {
          id,
          agentId,
          status,
          mode,
          name: names.get(agentId) ?? agentId,
          before: followed === undefined ? null : (names.get(followed) ?? followed),
          ...contentOf(pathOf(sessionId, id)),
        }
      })
      return listed.toSorted((left, right) => (right.at ?? 0) - (left.at ?? 0))
    },
    /** Returns the newest sleeping history of an agent with this persona; null for none. */
    sleepingOf: (sessionId: SessionId, agentId: AgentId, personaHash: string): ContextRecord | null => {
      const own = heads(sessionId).filter(
        (row) => row.agentId === agentId && row.personaHash === personaHash && row.status === 'sleeping',
      )
      const lastOf = ({ id }: ContextRecord) => pathOf(sessionId, id).at(-1)?.ts ?? 0
      return own.toSorted((left, right) => lastOf(right) - lastOf(left))[0] ?? null
    },
    goTo,
    /** Returns to a sleeping context. Throws an `AppError` for a closed one, and during a run. */
    activate: async (sessionId: SessionId, contextId: ContextId): Promise<void> => {
      lane.idleOnly(sessionId)
      const { projectId, model } = sessions.get(sessionId).meta
      const { agentId } = openContext(log, sessionId, contextId)
      const [next, before] = await Promise.all([
        deps.successor(projectId, agentId, model),
        deps.definitionOf(projectId, spokenIn(deps, sessionId).agentId),
      ])
      // Reading the definitions takes a moment in which a message may have been sent.
      lane.idleOnly(sessionId)
      const target = openContext(log, sessionId, contextId)
      if (contextOf(log, sessions.get(sessionId)).id !== target.id) goTo(sessionId, target, next, before)
    },
    /** Closes a sleeping context, so that no switch returns to it. */
    close: (sessionId: SessionId, contextId: ContextId): void => {
      lane.idleOnly(sessionId)
      const target = openContext(log, sessionId, contextId)
      if (contextOf(log, sessions.get(sessionId)).id === target.id) {
        throw AppError.saying('ipc.refused', say('context.isActive'))
      }
      log.publish(sessionId, [{ kind: 'context.status', payload: { ...statusOf(target), status: 'closed' } }])
    },
  }
}

export type ChatContexts = ReturnType<typeof createChatContexts>

/** Returns used contexts that no other open one continues: a continued history is a part of the other. */
export function headsOf(
  contexts: readonly ContextRecord[],
  isUsed: (context: ContextRecord) => boolean,
): readonly ContextRecord[] {
  const byId = new Map(contexts.map((context) => [context.id, context]))
  const used = contexts.filter(isUsed)
  const continued = new Set<ContextId>()
  for (const context of used) {
    if (context.status === 'closed') continue
    for (let at: ContextRecord | undefined = context; at?.mode === 'continue' && at.from !== null; ) {
      if (continued.has(at.from)) break
      continued.add(at.from)
      at = byId.get(at.from)
    }
  }
  return used.filter(({ id }) => !continued.has(id))
}

function openContext(log: Pick<RunLog, 'folds'>, sessionId: SessionId, contextId: ContextId): ContextRecord {
  const context = log.folds(sessionId).contexts[contextId]
  if (context === undefined) throw AppError.saying('session.not_found', say('context.gone'))
  if (context.status === 'closed') throw AppError.saying('ipc.refused', say('context.isClosed'))
  return context
}

function contentOf(path: readonly DurableEvent[]): Pick<ChatContext, 'messages' | 'words' | 'at'> {
  const said = path.flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'user' ? [textOf(event.payload.message)] : [],
  )
  const words = (said.at(-1) ?? '').replaceAll(/\s+/g, ' ').trim()
  return { messages: said.length, words: words.slice(0, MOST_WORDS), at: path.at(-1)?.ts ?? null }
}

const isMessage = ({ kind }: DurableEvent): boolean => kind === 'message'

/** Returns the events of other histories that are newer than one, in order. What only tells of switches is left out. */
function saidSince(
  others: readonly (readonly DurableEvent[])[],
  path: readonly DurableEvent[],
): readonly DurableEvent[] {
  const since = path.at(-1)?.seq ?? 0
  const newer = others.flat().filter((event) => event.seq > since && !isSwitchEvent(event))
  return [...new Map(newer.map((event) => [event.seq, event])).values()].toSorted(
    (left, right) => left.seq - right.seq,
  )
}

type Return = {
  readonly target: ContextRecord
  readonly path: readonly DurableEvent[]
  readonly left: ContextRecord
  readonly next: Successor
  readonly before: AgentDefinition | null
  readonly record: string
}

/** Returns the items that tell an agent about the time in which another one spoke. */
function returned({ target, path, left, next, before, record }: Return): NewDurableEvent[] {
  const names = { name: next.definition.name, before: before?.name ?? left.agentId }
  const notice = modeNotice(before, next.definition)
  const prompt = promptPersona(path, target.personaHash)
  const content = [
    `You continue your own conversation. Since your last answer the person talked to the agent ${names.before}. You know only the part that follows here. Files may have changed.`,
    ...(notice === null ? [] : [notice]),
  ].join('\n\n')
  const attrs = { from: left.agentId, to: target.agentId, mode: 'return', ...names }
  const data = prompt === target.personaHash ? {} : { data: switchData(target.personaHash, prompt) }
  return [
    switchItem(target.id, { content, attrs, ...data }),
    ...(record === '' ? [] : [carriedItem(target.id, left.agentId, record)]),
  ]
}
