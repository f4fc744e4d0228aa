import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Text } from '../messages/TextProvider.tsx'
import { titled } from './titled.ts'

/** Which agent it is and, of a fork, that it began as a copy. Its task stands behind: "Explore: Callers". */
export function agentTitle(run: Pick<AgentRun, 'agentId' | 'fork'>, t: Text): string {
  const agent = agentName(run)
  return run.fork ? t('children.forkOf', { agent }) : agent
}

/** Which definition somebody works by, as words. */
export const agentName = ({ agentId }: Pick<AgentRun, 'agentId'>): string =>
  titled(agentId.replaceAll('-', ' '))
