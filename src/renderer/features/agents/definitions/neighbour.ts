import type { AgentListing } from '#shared/agent/definition.ts'

/**
 * Returns the agent shown after a deletion: the overridden one, or the next in the list. Hidden agents are
 * skipped.
 */
export function neighbourOf(id: string | null, agents: readonly AgentListing[]): string | null {
  const at = agents.find((each) => each.id === id)
  if (at !== undefined && at.replaces !== null) return at.id
  const others = agents.filter((each) => each.id !== id && each.mode !== 'hidden')
  return (others.find((each) => id !== null && each.id > id) ?? others.at(-1))?.id ?? null
}
