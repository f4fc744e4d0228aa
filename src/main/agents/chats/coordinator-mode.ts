import { COORDINATOR } from '#shared/agent/coordinator.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ContextId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Agents } from '../definitions/agents.ts'
import { CHAT_AGENT } from '../definitions/builtin.ts'
import { coordinates } from '../definitions/coordinator.ts'
import type { SwitchAgent } from './switch-agent.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly agents: Pick<Agents, 'get' | 'all'>
  readonly switchAgent: SwitchAgent
}

/**
 * Turns coordinator mode of a chat on and off. It is on while the coordinator speaks, which the log of the chat holds,
 * so it is as it was whenever the chat is opened again.
 */
export function createCoordinatorMode({ log, sessions, agents, switchAgent }: Deps) {
  const isOn = async (sessionId: SessionId): Promise<boolean> => {
    const { activeContextId, projectId } = sessions.get(sessionId).meta
    const agentId =
      activeContextId === null ? undefined : log.folds(sessionId).contexts[activeContextId]?.agentId
    return agentId === COORDINATOR && coordinates((await agents.get(projectId, agentId)).definition)
  }

  const turnOn = async (sessionId: SessionId): Promise<void> => {
    const { projectId } = sessions.get(sessionId).meta
    const { definition, file } = await agents.get(projectId, COORDINATOR)
    if (!coordinates(definition)) {
      throw AppError.saying('config.invalid', say('coordinator.replaced', { file: file ?? COORDINATOR }))
    }
    await switchAgent(sessionId, COORDINATOR, null)
  }

  /**
   * Returns to the previous agent. Falls back to the agent of new chats when there was none or it is
   * unusable.
   */
  const turnOff = async (sessionId: SessionId): Promise<void> => {
    const { projectId } = sessions.get(sessionId).meta
    const before = speakerBefore(log, sessionId, sessions.get(sessionId).meta.activeContextId)
    const usable = (await agents.all(projectId)).some(({ id, mode }) => id === before && mode === 'primary')
    await switchAgent(sessionId, usable && before !== null ? before : CHAT_AGENT, null)
  }

  return {
    isOn,
    turnOn,
    toggle: async (sessionId: SessionId): Promise<void> =>
      (await isOn(sessionId)) ? turnOff(sessionId) : turnOn(sessionId),
  }
}

export type CoordinatorMode = ReturnType<typeof createCoordinatorMode>

function speakerBefore(log: Deps['log'], sessionId: SessionId, from: ContextId | null): AgentId | null {
  const { contexts } = log.folds(sessionId)
  let at = from === null ? undefined : contexts[from]
  while (at !== undefined && at.agentId === COORDINATOR) at = at.from === null ? undefined : contexts[at.from]
  return at?.agentId ?? null
}
