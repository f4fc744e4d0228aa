import { AppError } from '#shared/errors.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import type { Agent } from '../agents/agent-set.ts'
import type { Agents } from '../agents/agents.ts'
import type { RunLog } from '../runs/run-log.ts'
import { fingerprint } from './fingerprint.ts'
import type { PersonaTexts } from './persona-texts.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly agents: Pick<Agents, 'get'>
  readonly personas: Pick<PersonaTexts, 'of'>
}

/** Who works in a context: what it may do as the definition says now, and who it is as when the context began. */
export type SessionAgent = Pick<Agent, 'definition' | 'rules'> & { readonly persona: string }

export type SessionAgents = (sessionId: SessionId, contextId: ContextId) => Promise<SessionAgent>

/** Finds the agent of a context. A definition that went away or broke is an `AppError`: nothing stands in for it. */
export function createSessionAgents({ log, agents, personas }: Deps): SessionAgents {
  return async (sessionId, contextId) => {
    const { session, contexts } = log.folds(sessionId)
    const context = contexts[contextId]
    if (session === null || context === undefined) {
      throw new AppError('session.not_found', 'This chat is not stored here any more.')
    }
    const { definition, rules } = await agents.get(session.meta.projectId, context.agentId)
    const { personaHash } = context
    const isSame = personaHash === fingerprint(definition.persona)
    const began = isSame ? null : await personas.of(personaHash)
    return { definition, rules, persona: began ?? definition.persona }
  }
}
