import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Text } from '../../messages/TextProvider.tsx'
import { titled } from '../base/titled.ts'

/** Returns the name of an agent, marked for a fork. The task follows it: "Explore: Callers". */
export function agentTitle(run: Pick<AgentRun, 'agentId' | 'fork'>, t: Text): string {
  const agent = agentName(run)
  return run.fork ? t('children.forkOf', { agent }) : agent
}

/** Returns the display name of an agent's definition. */
export const agentName = ({ agentId }: Pick<AgentRun, 'agentId'>): string =>
  titled(agentId.replaceAll('-', ' '))
