import type { AgentListing } from '#shared/agent/definition.ts'
import type { AgentId } from '#shared/ids.ts'
import type { ContextMode } from '#shared/session/session.ts'

type Known = Pick<AgentListing, 'id' | 'family'>

/** Returns how a new context of an agent can begin. Only another agent of the same family continues a history. */
export function modesFor(
  agents: readonly Known[],
  active: AgentId | null,
  next: AgentId,
): readonly ContextMode[] {
  const familyOf = (id: AgentId | null) => agents.find((agent) => agent.id === id)?.family
  const isFamily = active !== next && familyOf(next) !== undefined && familyOf(next) === familyOf(active)
  return isFamily ? ['continue', 'bridge', 'fresh'] : ['bridge', 'fresh']
}
