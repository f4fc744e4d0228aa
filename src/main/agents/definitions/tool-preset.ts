import type { ToolPreset } from '#shared/tools/settings.ts'
import type { Agent, AgentSet } from './agent-set.ts'
import { bothLists } from './limits.ts'

/** The tools of `readonly`: they look, ask the person, plan and start agents with the same tools. */
const READ_ONLY = [
  ...['read', 'list', 'glob', 'grep', 'ask', 'plan', 'propose_plan', 'skill', 'agent', 'step_failed'],
  ...['memory_search', 'memory_get', 'retrieve', 'notes_get', 'notes_list', 'web_search', 'web_fetch'],
]

const PRESETS: Readonly<Record<Exclude<ToolPreset, 'coding'>, readonly string[]>> = {
  readonly: READ_ONLY,
  none: [],
}

/** Narrows the tools of all agents to those of a preset. `coding` changes nothing. */
export function withPreset(set: AgentSet, preset: ToolPreset): AgentSet {
  if (preset === 'coding') return set
  const byId = new Map(set.agents.map((agent) => [agent.definition.id, narrowed(agent, PRESETS[preset])]))
  const agents = [...byId.values()]
  return {
    ...set,
    agents,
    definitions: agents.map(({ definition }) => definition),
    get: (id) => byId.get(id) ?? set.get(id),
  }
}

function narrowed(agent: Agent, preset: readonly string[]): Agent {
  const { definition } = agent
  const allow = bothLists(definition.tools.allow, [...preset]) ?? []
  return { ...agent, definition: { ...definition, tools: { ...definition.tools, allow } } }
}
