import type { AgentDefinition, AgentDetail, AgentList, AgentListing } from '#shared/agent/definition.ts'
import type { AgentId, ProjectId } from '#shared/ids.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { ToolPreset } from '#shared/tools/settings.ts'
import { type ChangesLayer, withChanges } from './agent-changes.ts'
import { type Agent, type AgentLayer, type AgentSet, joinAgents, type ReadAgent } from './agent-set.ts'
import { toolsOf } from './limits.ts'
import { withPreset } from './tool-preset.ts'

type Deps = {
  /** The agents that come with the app. */
  readonly builtin: () => Promise<readonly ReadAgent[]>
  /** The agents of the person, of a trusted project and of plugins. Unchanged layers are the same objects. */
  readonly layersOf: (
    projectId: ProjectId | null,
  ) => Promise<{ readonly user: AgentLayer; readonly project: AgentLayer; readonly plugins?: AgentLayer }>
  /** Looks again at the files. */
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
  /** Every tool there is in a chat. */
  readonly toolNames: () => readonly string[]
  /** The changes that settings make to single agents, in the order in which they apply. */
  readonly changesOf: (projectId: ProjectId | null) => Promise<readonly ChangesLayer[]>
  /** Agents that settings cannot switch off. */
  readonly needed: readonly AgentId[]
  /** The tools that the settings let agents have. */
  readonly preset: () => ToolPreset
}

/** The agent definitions in force, in a project or outside of all. */
export function createAgents(deps: Deps) {
  const joined = new WeakMap<AgentLayer, WeakMap<AgentLayer, WeakMap<AgentLayer, AgentSet>>>()
  let builtin: Promise<AgentLayer> | null = null

  // Asked several times for each agent, and layers that are the same are the same promise.
  const setFor = rememberLast(async (layers: ReturnType<Deps['layersOf']>): Promise<AgentSet> => {
    builtin ??= deps.builtin().then((items) => ({ items, problems: [] }))
    const [base, { user, project, plugins = NO_PLUGINS }] = await Promise.all([builtin, layers])
    const byProject = joined.get(user) ?? new WeakMap<AgentLayer, WeakMap<AgentLayer, AgentSet>>()
    const byPlugins = byProject.get(project) ?? new WeakMap<AgentLayer, AgentSet>()
    const known = byPlugins.get(plugins)
    if (known !== undefined) return known
    const own = [base, user, project]
    const set = joinAgents([...own, behind(plugins, own)], deps.toolNames())
    byPlugins.set(plugins, set)
    byProject.set(project, byPlugins)
    joined.set(user, byProject)
    return set
  })
  // Unchanged agents stay the same objects, because others remember what they derived from them.
  const inForce = rememberLast(
    (set: AgentSet, changes: readonly ChangesLayer[], preset: ToolPreset): AgentSet =>
      withPreset(withChanges(set, changes, { toolNames: deps.toolNames(), needed: deps.needed }), preset),
  )
  const setOf = async (projectId: ProjectId | null): Promise<AgentSet> => {
    const [set, changes] = await Promise.all([setFor(deps.layersOf(projectId)), deps.changesOf(projectId)])
    return inForce(set, changes, deps.preset())
  }

  return {
    /** One agent as it is in force now. Throws an `AppError` when there is none that can be used. */
    get: async (projectId: ProjectId | null, id: AgentId): Promise<Agent> => (await setOf(projectId)).get(id),
    /** All that can be used, as they are in force now. */
    all: async (projectId: ProjectId | null): Promise<readonly AgentDefinition[]> =>
      (await setOf(projectId)).definitions,
    list: async (projectId: ProjectId | null): Promise<AgentList> => {
      await deps.refresh(projectId)
      const { agents, problems } = await setOf(projectId)
      return { agents: agents.map((agent) => listingOf(agent, deps.toolNames())), problems }
    },
    detail: async (projectId: ProjectId | null, id: AgentId): Promise<AgentDetail> => {
      const agent = (await setOf(projectId)).get(id)
      const { definition, file, text } = agent
      return { listing: listingOf(agent, deps.toolNames()), definition, file, text }
    },
  }
}

const NO_PLUGINS: AgentLayer = { items: [], problems: [] }

/** Names the agents of plugins so that none replaces another agent. */
function behind(plugins: AgentLayer, own: readonly AgentLayer[]): AgentLayer {
  if (plugins.items.length === 0) return NO_PLUGINS
  const ids = own.flatMap(({ items, problems }) => [
    ...items.map(({ definition }) => definition.id),
    ...problems.flatMap(({ id }) => id ?? []),
  ])
  const items = pluginNames(plugins.items, new Set(ids), {
    nameOf: ({ definition }) => definition.id,
    pluginOf: ({ definition }) => definition.plugin ?? '',
    renamed: (agent, id) => ({ ...agent, definition: { ...agent.definition, id } }),
  })
  return { items, problems: [] }
}

export type Agents = ReturnType<typeof createAgents>

function listingOf({ definition, replaces, changed }: Agent, toolNames: readonly string[]): AgentListing {
  const { id, name, description, mode, family, color, source, plugin, model, effort, permissionMode } =
    definition
  return {
    id,
    name,
    description,
    mode,
    source,
    replaces,
    ...(changed === undefined ? {} : { changed }),
    ...(plugin === undefined ? {} : { plugin }),
    ...(family === undefined ? {} : { family }),
    ...(color === undefined ? {} : { color }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    offered: toolsOf(
      definition,
      toolNames.map((each) => ({ name: each })),
    ).map((tool) => tool.name),
  }
}
