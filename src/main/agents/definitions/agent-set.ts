import type { AgentChanges } from '#shared/agent/agent-changes.ts'
import type { AgentDefinition, AgentSource } from '#shared/agent/definition.ts'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId } from '#shared/ids.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import { bothLists, eitherList, stricterMode } from './limits.ts'

/** A definition as it was read; `file` is null for one that comes with the app. */
export type ReadAgent = {
  readonly definition: AgentDefinition
  readonly file: string | null
  readonly text: string
}

/** An agent as it is in force. */
export type Agent = ReadAgent & {
  /** Lists of permission rules that hold beside all others; between lists the strictest verdict counts. */
  readonly rules: readonly (readonly PermissionRule[])[]
  /** Whose agent of the same name it stands in front of. */
  readonly replaces: AgentSource | null
  /** The keys that settings change, such as `tools.deny`. Missing for an agent without changes. */
  readonly changed?: readonly string[]
}

/** The agents of one place, by name. */
export type AgentSet = {
  readonly agents: readonly Agent[]
  /** The definitions of the agents, in the same order. */
  readonly definitions: readonly AgentDefinition[]
  readonly problems: readonly FileProblem[]
  /** Throws an `AppError` that says which agents there are, or what is wrong with the file of this one. */
  readonly get: (id: AgentId) => Agent
}

/** The agents of one source, in ascending order of precedence. */
export type AgentLayer = { readonly items: readonly ReadAgent[]; readonly problems: readonly FileProblem[] }

/**
 * Joins what comes with the app, what the person keeps and what a project brings along; the last that names an agent
 * has it. What a project puts in front of another agent stays as tight as that one was. An agent whose strongest file
 * is broken cannot be used at all: the one behind it may be allowed more than the file meant to allow.
 */
export function joinAgents(layers: readonly AgentLayer[], toolNames: readonly string[]): AgentSet {
  const inForce = new Map<AgentId, Agent>()
  const broken = new Map<AgentId, FileProblem>()
  const problems: FileProblem[] = []
  const note = (problem: FileProblem) => {
    problems.push(problem)
    if (problem.id !== null) broken.set(problem.id, problem)
  }
  for (const layer of layers) {
    const good = new Set(layer.items.map(({ definition }) => definition.id))
    for (const problem of layer.problems) {
      // The last valid version of the file stays in effect.
      if (problem.id !== null && good.has(problem.id)) problems.push(problem)
      else note(problem)
    }
    for (const read of layer.items) {
      const { id, source } = read.definition
      const why = unknownTools(read.definition, toolNames)
      if (why !== null && source !== 'builtin') {
        const owner = source === 'plugin' ? 'user' : source
        note({ id, source: owner, file: read.file ?? '', message: why.text, said: why.said })
        continue
      }
      inForce.set(id, inFrontOf(read, inForce.get(id) ?? null))
    }
  }
  const agents = [...inForce.values()]
    .filter(({ definition }) => !broken.has(definition.id))
    .sort((a, b) => (a.definition.id < b.definition.id ? -1 : 1))
  const definitions = agents.map(({ definition }) => definition)
  return { agents, definitions, problems, get: (id) => found(agents, broken, id) }
}

function inFrontOf(read: ReadAgent, behind: Agent | null): Agent {
  const own = read.definition
  if (behind === null) return { ...read, rules: rulesOf(own.permission), replaces: null }
  const replaces = behind.definition.source
  if (own.source !== 'project') return { ...read, rules: rulesOf(own.permission), replaces }
  const before = behind.definition.permissionMode
  const mode = own.permissionMode === undefined ? before : stricterMode(own.permissionMode, before)
  const allow = bothLists(own.tools.allow, behind.definition.tools.allow)
  const deny = eitherList(own.tools.deny, behind.definition.tools.deny)
  const canDelegateTo = bothLists(own.canDelegateTo, behind.definition.canDelegateTo)
  const definition: AgentDefinition = {
    ...own,
    tools: { ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) },
    ...(mode === undefined ? {} : { permissionMode: mode }),
    ...(canDelegateTo === undefined ? {} : { canDelegateTo }),
  }
  // Permissions the person granted to their own agent do not extend to a definition by another author.
  const kept = behind.rules.flatMap((list) => rulesOf(list.filter(({ action }) => action !== 'allow')))
  return { ...read, definition, rules: [...rulesOf(own.permission), ...kept], replaces }
}

/** Returns a list of rules as the only one, or none for an empty list. */
export const rulesOf = (rules: readonly PermissionRule[]) => (rules.length === 0 ? [] : [rules])

/** The names of tools of MCP servers, and of those that files describe. */
const OUTSIDE = /^(?:mcp|own)__/

/** A refusal with a slip in it would refuse nothing, so it counts as a fault of the file. */
function unknownTools(definition: AgentDefinition, toolNames: readonly string[]): Told | null {
  const wrong = wrongTool(definition, toolNames)
  return wrong === null ? null : tell(say('agent.unknownTool', { ...wrong, file: `${definition.id}.md` }))
}

/** Returns the first tool name that no tool has, with its key and the names that there are. Null: all are known. */
export function wrongTool(
  { tools = {}, permission = [] }: Pick<AgentChanges, 'tools' | 'permission'>,
  toolNames: readonly string[],
): Record<'key' | 'name' | 'tools', string> | null {
  const named = [
    ...(tools.allow ?? []).map((name) => ({ key: 'tools.allow', name })),
    ...(tools.deny ?? []).map((name) => ({ key: 'tools.deny', name })),
    ...permission.map(({ tool }, at) => ({ key: `permission.${at}.tool`, name: tool })),
  ]
  const wrong = named.find(({ name }) => name !== '*' && !OUTSIDE.test(name) && !toolNames.includes(name))
  return wrong === undefined ? null : { key: wrong.key, name: wrong.name, tools: toolNames.join(', ') }
}

function found(agents: readonly Agent[], broken: ReadonlyMap<AgentId, FileProblem>, id: AgentId): Agent {
  const agent = agents.find(({ definition }) => definition.id === id)
  if (agent !== undefined) return agent
  const problem = broken.get(id)
  if (problem !== undefined) {
    const { message, said, file } = problem
    const why = AppError.quoting('config.invalid', message, { said })
    throw why.framed([say('agent.unusable', { agent: id })], [say('agent.mend', { file })])
  }
  const names = agents
    .filter(({ definition }) => definition.mode !== 'hidden')
    .map((each) => each.definition.id)
    .join(', ')
  throw AppError.saying('config.invalid', say('agent.unknown', { agent: id, agents: names }))
}
