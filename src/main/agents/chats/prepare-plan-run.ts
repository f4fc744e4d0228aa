import type { SessionId } from '#shared/ids.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Agents } from '../definitions/agents.ts'
import { CHAT_AGENT } from '../definitions/builtin.ts'
import type { SwitchAgent } from './switch-agent.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  readonly agents: Pick<Agents, 'get'>
  readonly switchAgent: SwitchAgent
}

/**
 * Makes a chat ready to carry out a plan the person has accepted: who only plans gives way to the agent of new chats,
 * and a chat in which nothing may be changed asks again before each change.
 */
export function createPreparePlanRun({ log, sessions, agents, switchAgent }: Deps) {
  return async (sessionId: SessionId): Promise<void> => {
    const { activeContextId, projectId, permissionMode } = sessions.get(sessionId).meta
    const agentId =
      activeContextId === null ? undefined : log.folds(sessionId).contexts[activeContextId]?.agentId
    const planner = agentId === undefined ? null : (await agents.get(projectId, agentId)).definition
    if (planner?.permissionMode === 'plan' && agentId !== CHAT_AGENT) {
      await switchAgent(sessionId, CHAT_AGENT, null)
    }
    if (permissionMode === 'plan') sessions.update(sessionId, { permissionMode: 'ask' })
  }
}
