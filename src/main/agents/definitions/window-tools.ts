import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { hasCrampedWindow, hasSmallWindow } from '../../context/budget/small-window.ts'
import type { Tool } from '../../tools/tool.ts'

/** The tools that work on a project needs. */
const CORE: ReadonlySet<string> = new Set([
  ...['read', 'list', 'glob', 'grep', 'edit', 'write', 'bash', 'job', 'ask', 'plan'],
])

/** Plan mode needs it, and a cramped window has no room for it. */
const PROPOSE = 'propose_plan'

/**
 * Returns the tools an agent is offered in a window: in a small one those that work on the project itself, and those
 * its definition names one by one.
 */
export function toolsInWindow<T extends Pick<Tool, 'name'>>(
  { tools: { allow = [] } }: Pick<AgentDefinition, 'tools'>,
  tools: readonly T[],
  model: Pick<ModelInfo, 'contextWindow'>,
): readonly T[] {
  if (!hasSmallWindow(model)) return tools
  const isCore = (name: string) => CORE.has(name) || (name === PROPOSE && !hasCrampedWindow(model))
  const kept = tools.filter(({ name }) => isCore(name) || allow.includes(name))
  // An agent such as the coordinator does no such work and needs the tools it has.
  return kept.length === 0 ? tools : kept
}
