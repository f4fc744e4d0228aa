import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentListing } from '#shared/agent/definition.ts'
import { useSession } from '../chat-context.ts'
import { useListedAgents } from '../composer/use-agents.ts'

/** Who steps of a plan of the open chat can be given to; null where they are not given away. */
export function useDoers(areGiven: boolean): readonly AgentListing[] | null {
  const listed = useListedAgents(useSession((state) => state.folds.session?.meta.projectId ?? null))
  return areGiven ? listed.filter(({ id }) => id !== COORDINATOR) : null
}
