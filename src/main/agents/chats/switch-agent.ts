import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, ContextId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ContextMode, ContextRecord, SessionRecord } from '#shared/session/session.ts'
import { beganWith } from '../../context/branch/notes.ts'
import { promptPersona, switchData } from '../../context/instructions/prompt-persona.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { PathOf } from '../../runs/run/closing.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { modeNotice } from '../definitions/coordinator.ts'
import type { ChatContexts } from './chat-contexts.ts'
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
  switchItem,
} from './switch-events.ts'

type Switching = SkillDeps & {
  readonly log: RunLog
  readonly sessions: Pick<Sessions, 'get'>
  readonly lane: Pick<Lane, 'idleOnly'>
  readonly pathOf: PathOf
  /** Returns a record of a history for an agent of another family; empty when nothing was said. */
  readonly bridgeWords: (sessionId: SessionId, path: readonly DurableEvent[]) => string
  /** Throws an `AppError` for an agent that people do not talk to, or that cannot be used. */
  /** Roles that the agent names belong to the provider of `near`. */
  readonly successor: (projectId: ProjectId | null, agentId: AgentId, near: ModelRef) => Promise<Successor>
  /** The definition of the previous agent; null when it was removed. */
  readonly definitionOf: (projectId: ProjectId | null, agentId: AgentId) => Promise<AgentDefinition | null>
}

type Contexts = {
  readonly contexts: Pick<ChatContexts, 'sleepingOf' | 'goTo'>
  readonly newContextId: () => ContextId
}

type Deps = Switching & Contexts

/**
 * Switches a chat to another agent. Agents of one family share the history and differ in permissions. Any
 * other agent starts with an empty history, so that no agent mistakes another's words for its own. Without a
 * wanted mode an agent returns to its own sleeping history. An agent
 * without messages is skipped: the switch then counts from the last agent that was used.
 */
export function createSwitchAgent(switching: Switching, made: Contexts) {
  const deps: Deps = { ...switching, ...made }
  const { log, sessions, lane, contexts } = deps
  return async (sessionId: SessionId, agentId: AgentId, wanted: ContextMode | null): Promise<void> => {
    lane.idleOnly(sessionId)
    const { projectId, model } = sessions.get(sessionId).meta
    const [next, before] = await Promise.all([
      deps.successor(projectId, agentId, model),
      deps.definitionOf(projectId, spokenIn(deps, sessionId).agentId),
    ])
    // Reading the definitions takes a moment in which a message may have been sent.
    lane.idleOnly(sessionId)
    const session = sessions.get(sessionId)
    const active = contextOf(log, session)
    const context = spokenIn(deps, sessionId)
    const related = before !== null && areFamily(before, next.definition)
    const asleep =
      wanted === null && !related ? contexts.sleepingOf(sessionId, agentId, next.personaHash) : null
    if (asleep !== null && asleep.id !== active.id) return contexts.goTo(sessionId, asleep, next, before)
    const mode = wanted ?? (related ? 'continue' : 'bridge')
    if (agentId === active.agentId && (wanted ?? 'continue') === 'continue') return
    const names = { name: next.definition.name, before: before?.name ?? context.agentId }
    if (mode === 'continue' && !related) {
      throw AppError.saying('config.invalid', say('agent.otherFamily', names))
    }
    const carried = mode === 'bridge' ? deps.bridgeWords(sessionId, deps.pathOf(sessionId, context.id)) : ''
    const notice = modeNotice(before, next.definition)
    const changed = [sleeping(active), ...skillsOf(deps, sessionId, next.skills)]
    // One whose definition was changed meanwhile begins a history of its own, in which it is what it is now.
    const isBack = agentId === context.agentId && mode === 'continue'
    if (isBack && context.personaHash === next.personaHash) {
      log.publish(sessionId, [...changed, ...activated(context, modelChanges(session.meta, next.model))])
      return
    }
    const begun = begin(deps, { session, context, next, mode, names, carried, notice })
    log.publish(sessionId, [...changed, ...begun])
  }
}

export type SwitchAgent = ReturnType<typeof createSwitchAgent>

/** Whether two agents may share a history: the same agent, or two of one family. */
function areFamily(left: AgentDefinition, right: AgentDefinition): boolean {
  return left.id === right.id || (left.family !== undefined && left.family === right.family)
}

type Switch = {
  readonly session: SessionRecord
  readonly context: ContextRecord
  readonly next: Successor
  readonly mode: ContextMode
  readonly names: { readonly name: string; readonly before: string }
  /** Empty when nothing goes along. */
  readonly carried: string
  /** The notice for the new agent beside the history. */
  readonly notice: string | null
}

function begin(
  deps: Deps,
  { session, context, next, mode, names, carried, notice }: Switch,
): NewDurableEvent[] {
  const contextId = deps.newContextId()
  // The coordinator has other tools, so that a server reads everything again anyway.
  const keepsPrompt = mode === 'continue' && notice === null
  // The system prompt stays as it is; changed notes are appended to the branch.
  const notes = keepsPrompt ? notesOf(context) : beganWith(deps.log.folds(session.id).notes)
  const { definition, personaHash } = next
  const prompt = promptPersona(deps.pathOf(session.id, context.id), context.personaHash)
  const attrs = { from: context.agentId, to: definition.id, mode, ...names }
  return [
    {
      kind: 'context.status',
      payload: {
        contextId,
        agentId: definition.id,
        status: 'created',
        mode,
        from: context.id,
        personaHash,
        ...notes,
      },
    },
    {
      kind: 'session.meta',
      payload: { changes: { activeContextId: contextId, ...modelChanges(session.meta, next.model) } },
    },
    switchItem(contextId, {
      content: [
        NOTICES[mode](names.before),
        ...(keepsPrompt ? [`${ROLE_FROM_HERE}\n${definition.persona.trim()}`] : []),
        ...(notice === null ? [] : [notice]),
      ].join('\n\n'),
      attrs,
      ...(keepsPrompt ? { data: switchData(personaHash, prompt) } : {}),
    }),
    ...(carried === '' ? [] : [carriedItem(contextId, context.agentId, carried)]),
  ]
}

const notesOf = ({ notes }: ContextRecord) => (notes === undefined ? {} : { notes })

/** Comes before the persona of an agent that takes over a conversation of its family. */
const ROLE_FROM_HERE = 'This is your role from here on. It replaces the role in your instructions:'

/** Notices for the agent that takes over. */
const NOTICES: Readonly<Record<ContextMode, (before: string) => string>> = {
  continue: (before) =>
    `From here on you speak. The agent ${before} gave the answers above, with other permissions. They do not show what you may do.`,
  bridge: (before) =>
    `The person talked to the agent ${before} before you. You know only the part that follows here. Ask for what is missing.`,
  fresh: () => 'A new conversation begins here.',
}
