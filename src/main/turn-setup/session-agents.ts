import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Agent } from '../agents/definitions/agent-set.ts'
import type { Agents } from '../agents/definitions/agents.ts'
import { delegatesOf } from '../agents/definitions/delegation.ts'
import { parentOf } from '../agents/records/parent.ts'
import { promptPersona } from '../context/instructions/prompt-persona.ts'
import type { PersonaTexts } from '../instructions/persona-texts.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import type { PathOf } from '../runs/run/closing.ts'
import type { RunLog } from '../runs/run/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agents: Pick<Agents, 'all' | 'get'>
  readonly personas: Pick<PersonaTexts, 'of'>
  readonly pathOf: PathOf
}

/** The limits on an agent: its own definition or that of a parent. */
export type Limiting = Pick<Agent, 'definition' | 'rules'> & { readonly sessionId: SessionId }

/**
 * The agent of a context: permissions from the current definition, persona from the start of the context.
 * `above` are its parents, nearest first: it may do nothing that one of them may not.
 */
export type SessionAgent = Pick<Agent, 'definition' | 'rules'> & {
  readonly persona: string
  /** The persona that the system prompt of a branch of this context holds. */
  readonly promptPersona: (path: readonly DurableEvent[]) => string
  readonly above: readonly Limiting[]
  /** The agents it may delegate to. */
  readonly delegates: readonly AgentDefinition[]
}

export type SessionAgents = (sessionId: SessionId, contextId: ContextId) => Promise<SessionAgent>

/**
 * Creates the lookup of a context's agent. A missing or invalid definition throws an `AppError`; there is no
 * substitute.
 */
export function createSessionAgents({ log, agents, personas, pathOf }: Deps): SessionAgents {
  // Of many agents that begin together, all are the same.
  const delegatesFor = rememberLast(delegatesOf)
  const hashOf = rememberLast(fingerprint)
  const limitsAbove = async (session: SessionRecord): Promise<Limiting[]> => {
    const found: Limiting[] = []
    for (let at = parentOf(log, session); at !== null; at = parentOf(log, at.session)) {
      const { definition, rules } = await agents.get(at.session.meta.projectId, at.agentId)
      found.push({ definition, rules, sessionId: at.session.id })
    }
    return found
  }
  return async (sessionId, contextId) => {
    const { session, contexts } = log.folds(sessionId)
    const context = contexts[contextId]
    if (session === null || context === undefined) {
      throw AppError.saying('session.not_found', say('chat.gone'))
    }
    const { definition, rules } = await agents.get(session.meta.projectId, context.agentId)
    const { personaHash } = context
    const isSame = personaHash === hashOf(definition.persona)
    const began = isSame ? null : await personas.of(personaHash)
    const [above, all] = await Promise.all([limitsAbove(session), agents.all(session.meta.projectId)])
    const delegates = delegatesFor(definition, all)
    const persona = began ?? definition.persona
    const earlier = promptPersona(pathOf(sessionId, contextId), personaHash)
    const text = earlier === personaHash ? null : await personas.of(earlier)
    return {
      definition,
      rules,
      persona,
      above,
      delegates,
      promptPersona: (path) =>
        text !== null && promptPersona(path, personaHash) === earlier ? text : persona,
    }
  }
}
