import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentListing } from '#shared/agent/definition.ts'
import { useSession } from '../chat-context.ts'
import { useListedAgents } from '../composer/use-agents.ts'

/** Returns the agents for steps of the open chat's plan; null when steps are not delegated. */
export function useDoers(areGiven: boolean): readonly AgentListing[] | null {
  const listed = useListedAgents(useSession((state) => state.folds.session?.meta.projectId ?? null))
  return areGiven ? listed.filter(({ id }) => id !== COORDINATOR) : null
}
