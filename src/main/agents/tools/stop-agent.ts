import { z } from 'zod'
import { defineTool, type Tool } from '../../tools/tool.ts'
import type { Children } from '../children/children.ts'
import { type AgentToolDeps, NamedAgent } from './agent-tool.ts'
import description from './stop-agent.md?raw'

/** The name under which agents stop agents. */
export const STOP_AGENT_TOOL = 'stop_agent'

const StopArgs = z.strictObject({ agent: NamedAgent, reason: z.string().trim().min(1).max(300) })

export type StopAgentDeps = Pick<AgentToolDeps, 'resolveAgentName'> & {
  readonly children: Pick<Children, 'stop' | 'lifeOf'>
}

/** The tool with which an agent stops one that works for it. */
export function createStopAgentTool(deps: () => StopAgentDeps): Tool {
  return defineTool({
    name: STOP_AGENT_TOOL,
    title: 'Stop agent',
    description,
    schema: StopArgs,
    parallel: true,
    access: 'read',
    plan: async ({ agent, reason }) => ({
      acts: [{ access: 'read', target: agent, outside: false, proposedRule: null }],
      preview: { kind: 'args', text: reason },
    }),
    run: async ({ agent: named, reason }, { sessionId }) => {
      const { children, resolveAgentName } = deps()
      const agent = resolveAgentName(named, sessionId, 'stop')
      const worked = children.lifeOf(agent) !== null
      await children.stop(agent, reason)
      const text = worked
        ? `The agent ${agent} was stopped. What it did until then is kept; to let it go on, call agent with resume: "${agent}".`
        : `The agent ${agent} had already ended.`
      return { text, isError: false }
    },
  })
}
