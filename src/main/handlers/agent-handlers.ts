import type { ProjectId } from '#shared/ids.ts'
import type { AGENT_CALLS } from '#shared/ipc/calls/agent-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Agents } from '../agents/agents.ts'
import type { Skills } from '../extensions/skills.ts'
import type { AgentDraft } from '../extensions/write-agent-file.ts'

type Rooms = {
  readonly agents: Agents
  readonly skills: Skills
  /** Writes the file of an agent where the source keeps them. */
  readonly saveAgent: (projectId: ProjectId | null, draft: AgentDraft) => Promise<void>
}

/** What windows ask about agents and skills. */
export function createAgentHandlers({
  agents,
  skills,
  saveAgent,
}: Rooms): Pick<Handlers, keyof typeof AGENT_CALLS> {
  return {
    'agents.list': ({ projectId }) => agents.list(projectId),
    'agents.get': ({ projectId, agentId }) => agents.detail(projectId, agentId),
    'agents.save': async ({ projectId, agentId, ...draft }) => {
      await saveAgent(projectId, { ...draft, id: agentId })
      return null
    },
    'skills.list': ({ projectId }) => skills.list(projectId),
  }
}
