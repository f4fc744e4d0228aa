import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Tool } from '../../tools/tool.ts'
import { toolsWithin } from './limits.ts'

type Named = Pick<AgentDefinition, 'id' | 'source'>

/** Whether an agent is the bundled coordinator. A file of the same name is an ordinary agent. */
export const coordinates = ({ id, source }: Named): boolean => id === COORDINATOR && source === 'builtin'

/** Throws for the coordinator while background work is switched off, because its subagents all run there. */
export function checkCoordinator(speaker: Named, allowsBackground: () => boolean): void {
  if (!coordinates(speaker) || allowsBackground()) return
  throw AppError.saying('config.invalid', say('coordinator.noBackground'))
}

type Offered = {
  readonly definition: Named & Pick<AgentDefinition, 'tools'>
  readonly above: readonly { readonly definition: Named & Pick<AgentDefinition, 'tools'> }[]
}

/**
 * Returns the tools of an agent: its own, limited to those of all its parents. The coordinator is the
 * exception: it has no tools so that it delegates, and this does not limit its subagents. Limits of the
 * person, the project and the mode still apply.
 */
export function toolsFor<T extends Pick<Tool, 'name'>>(
  agent: Offered,
  all: readonly T[],
  coordinating: readonly T[],
): readonly T[] {
  if (coordinates(agent.definition)) return coordinating
  return toolsWithin([agent, ...agent.above.filter(({ definition }) => !coordinates(definition))], all)
}

/** Returns the notice for an agent that starts or ends coordinator mode; null for neither. */
export function modeNotice(before: Named | null, next: Named): string | null {
  const [was, is] = [before !== null && coordinates(before), coordinates(next)]
  if (was === is) return null
  return is
    ? 'Coordinator mode is on. From here on you have no tools that read, change or run anything: give all such work to agents, which work in the background.'
    : 'Coordinator mode is off. You have tools of your own again and do the work yourself. Agents that still work in the background tell you when they end.'
}
