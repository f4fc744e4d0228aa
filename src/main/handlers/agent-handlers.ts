import type { AGENT_CALLS } from '#shared/ipc/calls/agent-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Agents } from '../agents/agents.ts'
import type { Skills } from '../extensions/skills.ts'

type Rooms = { readonly agents: Agents; readonly skills: Skills }

/** What windows ask about agents and skills. */
export function createAgentHandlers({ agents, skills }: Rooms): Pick<Handlers, keyof typeof AGENT_CALLS> {
  return {
    'agents.list': ({ projectId }) => agents.list(projectId),
    'agents.get': ({ projectId, agentId }) => agents.detail(projectId, agentId),
    'skills.list': ({ projectId }) => skills.list(projectId),
  }
}
