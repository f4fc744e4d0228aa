import type { AgentChanges, ChangesById } from '#shared/agent/agent-changes.ts'
import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId } from '#shared/ids.ts'
import { say, tell } from '#shared/sentences.ts'
import { type Agent, type AgentSet, rulesOf, wrongTool } from './agent-set.ts'
import { bothLists, eitherList, stricterMode } from './limits.ts'

/** The changes of one settings file. Those of a project can only take rights away. */
export type ChangesLayer = {
  readonly source: 'user' | 'project'
  /** The path of the file, for display. */
  readonly file: string
  readonly changes: ChangesById
}

type Known = {
  readonly toolNames: readonly string[]
  /** Agents that the app cannot do without. */
  readonly needed: readonly AgentId[]
}

type Said = ReturnType<typeof say>

type Result = { readonly agents: Map<AgentId, Agent>; readonly refused: Map<AgentId, readonly Said[]> }

/**
 * Applies `[agents.<id>]` of the settings to the agents of a place. An agent of a project or a plugin keeps at most the
 * rights it has. An agent whose changes name an unknown tool cannot be used: a refusal with a slip would refuse nothing.
 */
export function withChanges(set: AgentSet, layers: readonly ChangesLayer[], known: Known): AgentSet {
  if (layers.every(({ changes }) => Object.keys(changes).length === 0)) return set
  const result: Result = {
    agents: new Map(set.agents.map((agent) => [agent.definition.id, agent])),
    refused: new Map(),
  }
  const problems: FileProblem[] = [...set.problems]
  for (const { source, file, changes } of layers) {
    for (const [id, change] of Object.entries(changes)) {
      const said = applied(id, change, source, { set, known, file, result })
      if (said !== null) problems.push(problemOf(said, source, file))
    }
  }
  const agents = [...result.agents.values()]
  return {
    agents,
    definitions: agents.map(({ definition }) => definition),
    problems,
    get: (id) => {
      const agent = result.agents.get(id)
      if (agent !== undefined) return agent
      const why = result.refused.get(id)
      if (why !== undefined) throw AppError.saying('config.invalid', why)
      return set.get(id)
    },
  }
}

function problemOf(sentence: Said, source: FileProblem['source'], file: string): FileProblem {
  const { text, said } = tell(sentence)
  return { id: null, source, file, message: text, said }
}

type Place = {
  readonly set: AgentSet
  readonly known: Known
  readonly file: string
  readonly result: Result
}

/** Applies the changes to one agent. Returns the problem of changes that have no effect as they are. */
function applied(
  id: AgentId,
  change: AgentChanges,
  source: ChangesLayer['source'],
  { set, known, file, result }: Place,
): Said | null {
  if (result.refused.has(id)) return null
  const agent = result.agents.get(id)
  if (agent === undefined) return isBroken(set, id) ? null : say('agent.changesUnknown', { agent: id, file })
  const wrong = wrongTool(change, known.toolNames)
  if (wrong !== null) {
    const said = say('agent.unknownTool', { ...wrong, key: `agents.${id}.${wrong.key}`, file })
    result.agents.delete(id)
    result.refused.set(id, [say('agent.unusable', { agent: id }), said])
    return said
  }
  if (change.disabled !== true) {
    result.agents.set(id, changedAgent(agent, change, source))
    return null
  }
  if (agent.definition.mode === 'hidden' || known.needed.includes(id)) {
    result.agents.set(id, changedAgent(agent, change, source))
    return say('agent.cannotDisable', { agent: id, file })
  }
  result.agents.delete(id)
  result.refused.set(id, [say('agent.disabled', { agent: id, file })])
  return null
}

/** Whether the file of an agent has a problem of its own. */
const isBroken = ({ problems }: AgentSet, id: AgentId): boolean => problems.some((each) => each.id === id)

function changedAgent(agent: Agent, change: AgentChanges, source: ChangesLayer['source']): Agent {
  const { disabled: _disabled, tools, permission = [], ...others } = change
  const keys = [
    ...Object.keys(others),
    ...Object.keys(tools ?? {}).map((key) => `tools.${key}`),
    ...(permission.length === 0 ? [] : ['permission']),
  ]
  if (keys.length === 0) return agent
  const own = agent.definition
  const changed = [...new Set([...(agent.changed ?? []), ...keys])].sort()
  const context = others.context === undefined ? own.context : { ...own.context, ...others.context }
  const definition: AgentDefinition = {
    ...own,
    ...others,
    ...(context === undefined ? {} : { context }),
    tools: { ...own.tools, ...tools },
    permission: [...own.permission, ...permission],
  }
  const isFree = source === 'user' && (own.source === 'builtin' || own.source === 'user')
  if (isFree) return { ...agent, definition, rules: rulesOf(definition.permission), changed }
  const tighter = permission.filter(({ action }) => action !== 'allow')
  return {
    ...agent,
    definition: { ...definition, ...narrowed(own, change), permission: [...own.permission, ...tighter] },
    rules: [...agent.rules, ...rulesOf(tighter)],
    changed,
  }
}

/** Returns the rights that both a definition and its changes give. */
function narrowed(own: AgentDefinition, change: AgentChanges): Partial<AgentDefinition> {
  const allow = bothLists(own.tools.allow, change.tools?.allow)
  const deny = eitherList(own.tools.deny, change.tools?.deny)
  const canDelegateTo = bothLists(own.canDelegateTo, change.canDelegateTo)
  const skills = bothLists(own.skills, change.skills)
  const mode =
    change.permissionMode === undefined
      ? own.permissionMode
      : stricterMode(change.permissionMode, own.permissionMode)
  return {
    tools: { ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) },
    ...(canDelegateTo === undefined ? {} : { canDelegateTo }),
    ...(skills === undefined ? {} : { skills }),
    ...(mode === undefined ? {} : { permissionMode: mode }),
  }
}
