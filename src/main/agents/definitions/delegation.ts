import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId } from '#shared/ids.ts'
import { coordinates } from './coordinator.ts'

/**
 * Returns the agents that an agent may delegate to. Internal agents and the coordinator are excluded; the
 * definition may narrow the list.
 */
export function delegatesOf(
  parent: Pick<AgentDefinition, 'canDelegateTo'>,
  all: readonly AgentDefinition[],
): readonly AgentDefinition[] {
  const named = parent.canDelegateTo
  return all
    .filter((agent) => agent.mode !== 'hidden' && !coordinates(agent))
    .filter(({ id }) => named === undefined || named.includes(id))
}

/** Characters of a description in the list for the model. */
const MOST_CHARS = 300

/** Returns the list of delegates for the model; empty when there are none. */
export function delegatesTold(delegates: readonly AgentDefinition[]): string {
  const lines = delegates
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .map(({ id, description }) => `- ${id}: ${description.replace(/\s+/g, ' ').slice(0, MOST_CHARS)}`)
  return lines.length === 0 ? '' : `\n\nThe agents you can give work to:\n\n${lines.join('\n')}`
}

/** Finds the one that is to work. Throws, worded for the model, when there is none or it is not for this parent. */
export function delegateOf(
  parent: Pick<AgentDefinition, 'canDelegateTo' | 'name'>,
  all: readonly AgentDefinition[],
  wanted: AgentId,
): AgentDefinition {
  const open = delegatesOf(parent, all)
  const found = open.find(({ id }) => id === wanted)
  if (found !== undefined) return found
  const names = open.map(({ id }) => id).join(', ')
  const which = names === '' ? 'You can give work to nobody.' : `You can give work to: ${names}.`
  const known = all.some(({ id, mode }) => id === wanted && mode !== 'hidden')
  throw AppError.forAgent(
    'tool.not_found',
    known
      ? `${parent.name} gives no work to ${wanted}. ${which}`
      : `There is no agent named ${wanted}. ${which}`,
  )
}

/** Throws, worded for the model, when a step of a plan names an agent without delegation. */
export function checkDoers(
  steps: readonly { readonly agentId?: AgentId | undefined }[],
  all: readonly AgentDefinition[],
): void {
  for (const { agentId } of steps) if (agentId !== undefined) delegateOf({ name: 'A plan' }, all, agentId)
}

/** The first agent that steps are given to and that cannot be given work; undefined when all can. */
export function missingDoer(
  steps: readonly { readonly agentId?: AgentId | undefined }[],
  all: readonly AgentDefinition[],
): AgentId | undefined {
  const named = steps.flatMap(({ agentId }) => agentId ?? [])
  return named.find((agentId) => !all.some(({ id, mode }) => id === agentId && mode !== 'hidden'))
}
