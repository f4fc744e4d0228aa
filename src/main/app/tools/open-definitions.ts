import type { CommandFile } from '#shared/agent/command-file.ts'
import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { OutputStyle } from '#shared/agent/output-style.ts'
import type { RemoteSkillRef, Skill } from '#shared/agent/skill.ts'
import { commandWords } from '#shared/commands/registry.ts'
import type { UserConfig } from '#shared/config/config.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { SessionKind, SessionRecord } from '#shared/session/session.ts'
import type { ChangesLayer } from '../../agents/definitions/agent-changes.ts'
import { createAgents } from '../../agents/definitions/agents.ts'
import { BUILTIN_AGENTS, CHAT_AGENT, SCRIPT_AGENT } from '../../agents/definitions/builtin.ts'
import { toolsOf } from '../../agents/definitions/limits.ts'
import { createAgentChanges } from '../../config/agent-changes.ts'
import { type FolderFiles, mergedReading } from '../../config/layers/folder-files.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Settings } from '../../config/settings.ts'
import type { SkillsNow } from '../../context/updates/skill-delta.ts'
import { createAgentFileActs } from '../../extensions/agents/agent-file-acts.ts'
import { createAgentFilePlaces } from '../../extensions/agents/agent-file-places.ts'
import { type AgentFile, parseAgent, readAgentFolder } from '../../extensions/agents/agent-files.ts'
import { createCommandFiles } from '../../extensions/commands/command-file-set.ts'
import { readCommandFolder } from '../../extensions/commands/command-files.ts'
import { definitionPlaces, type PlacesDeps } from '../../extensions/definition-places.ts'
import { createFolderLayers } from '../../extensions/folder-layers.ts'
import { readForeignAgents } from '../../extensions/foreign/foreign-agents.ts'
import { BUILTIN_SKILLS } from '../../extensions/skills/builtin-skills.ts'
import { parseSkill, readSkillFolder } from '../../extensions/skills/skill-files.ts'
import { skillIndex } from '../../extensions/skills/skill-index.ts'
import { createSkillTool } from '../../extensions/skills/skill-tool.ts'
import { createSkills, SKILL_TOOL, visibleSkills } from '../../extensions/skills/skills.ts'
import { readStyleFolder } from '../../extensions/styles/output-style-files.ts'
import { createOutputStyles } from '../../extensions/styles/output-styles.ts'
import type { Scope } from '../../lib/scope.ts'
import type { SessionPlace } from '../../runs/chats/sessions.ts'
import { CRON_TOOLS } from '../../tools/cron/cron-tools.ts'
import type { ToolContext } from '../../tools/tool.ts'
import type { OpenPlugins } from './open-plugins.ts'

export type DefinitionsDeps = PlacesDeps & {
  readonly paths: Pick<HomePaths, 'config'>
  readonly folderFiles: Pick<FolderFiles, 'readRecent'>
  /** The names of all tools but the one made here. */
  readonly toolNames: readonly string[]
  readonly settings: Pick<Settings, 'skillsOff' | 'setSkillsOff' | 'outputStyle' | 'setOutputStyle'>
  /** The settings in force outside of every project. */
  readonly settingsFile: () => Pick<UserConfig, 'agents' | 'skills' | 'tools'>
  readonly sessionOf: (id: SessionId) => SessionRecord | null
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  /** The skills of MCP servers that the person allowed, and the way to their text. */
  readonly serverSkills: {
    readonly allowedSkills: (projectId: ProjectId | null) => Promise<readonly Skill[]>
    readonly loadSkill: (
      projectId: ProjectId | null,
      remote: RemoteSkillRef,
      file: string | null,
      signal: AbortSignal,
    ) => Promise<string>
  }
  readonly plugins: Pick<OpenPlugins, 'agents' | 'skills' | 'commands' | 'styles'>
  readonly scope: Scope
}

/** Tools that only make sense where a person is in the conversation. */
const FOR_CHATS: ReadonlySet<string> = new Set([...['ask', 'propose_plan', 'workflow'], ...CRON_TOOLS])

/** Whether the session kind allows a tool. */
export const isOfferedIn = (kind: SessionKind, tool: string): boolean =>
  kind === 'chat' || !FOR_CHATS.has(tool)

/** The agents and skills of the app, of the person and of trusted projects, followed as their files change. */
export function openDefinitions(deps: DefinitionsDeps) {
  const { agentLayers, skillLayers, commandLayers, styleLayers } = openLayers(deps)
  const skills = createSkills({
    builtin: builtinSkills,
    layersOf: skillLayers.of,
    refresh: skillLayers.refresh,
    ofServers: deps.serverSkills.allowedSkills,
    off: deps.settings.skillsOff,
    disabled: disabledSkills(deps),
  })
  const turnSkill = (name: string, on: boolean): void => {
    const others = deps.settings.skillsOff().filter((each) => each !== name)
    deps.settings.setSkillsOff(on ? others : [...others, name])
    deps.tell({ kind: 'skills.changed', projectId: null })
  }
  const commandFiles = createCommandFiles({
    layersOf: commandLayers.of,
    refresh: commandLayers.refresh,
    taken: async (projectId) => {
      const others = (await skills.of(projectId)).filter(({ source }) => source !== 'plugin')
      return [...commandWords(), ...others.map(({ name }) => name)]
    },
  })
  const styles = createOutputStyles({
    layersOf: styleLayers.of,
    refresh: styleLayers.refresh,
    chosen: deps.settings.outputStyle,
    choose: (name) => {
      deps.settings.setOutputStyle(name)
      deps.tell({ kind: 'skills.changed', projectId: null })
    },
  })
  const toolNames = [...deps.toolNames, SKILL_TOOL]
  const agents = createAgents({
    builtin: builtinAgents,
    layersOf: agentLayers.of,
    refresh: agentLayers.refresh,
    toolNames: () => toolNames,
    changesOf: agentChanges(deps),
    needed: [CHAT_AGENT, SCRIPT_AGENT],
    preset: () => deps.settingsFile().tools?.preset ?? 'coding',
  })

  const seenBy = rememberLast(
    (definition: AgentDefinition, kind: SkillPlace['kind'], all: readonly Skill[]): readonly Skill[] => {
      const here = toolNames.filter((name) => isOfferedIn(kind, name)).map((name) => ({ name }))
      const tools = toolsOf(definition, here).map(({ name }) => name)
      return visibleSkills(all, { skills: definition.skills, tools })
    },
  )
  const skillsOf = async ({ kind, agentId, projectId }: SkillPlace): Promise<readonly Skill[]> => {
    const { definition } = await agents.get(projectId, agentId)
    return seenBy(definition, kind, await skills.of(projectId))
  }
  const skillTool = createSkillTool({
    skillsFor: async ({ sessionId, agentId }) => {
      const session = deps.sessionOf(sessionId)
      return session === null
        ? []
        : skillsOf({ kind: session.kind, agentId, projectId: session.meta.projectId })
    },
    load: ({ sessionId }, remote, file, signal) =>
      deps.serverSkills.loadSkill(deps.sessionOf(sessionId)?.meta.projectId ?? null, remote, file, signal),
  })
  const indexOf = rememberLast(skillIndex)
  const namesOf = rememberLast((all: readonly Skill[]) => all.map(({ name }) => name))
  const skillsNow = async (place: SkillPlace): Promise<SkillsNow> => {
    const open = await skillsOf(place)
    // A copy of a chat was told of skills for chats only, and stands by what was said to it.
    const there = place.kind === 'chat' ? open : await skills.of(place.projectId)
    return { index: indexOf(open), names: namesOf(there) }
  }
  const skillIndexFor = async (place: SkillPlace) => (await skillsNow(place)).index

  const agentFiles = createAgentFileActs({
    ...createAgentFilePlaces({
      projects: deps.projects,
      paths: deps.paths,
      refresh: agentLayers.refresh,
    }),
    agents,
  })

  return { agents, skills, styles, turnSkill, commandFiles, skillTool, skillsNow, skillIndexFor, agentFiles }
}

/** Opens the folders of definitions. Those of a project are read again after its trust has changed. */
function openLayers(deps: DefinitionsDeps) {
  const agentLayers = createFolderLayers<AgentFile>({
    ...definitionPlaces(deps, 'agents'),
    read: (folder) => (folder.isForeign === true ? readForeignAgents(folder) : readAgentFolder(folder)),
    idOf: ({ definition }) => definition.id,
    plugins: deps.plugins.agents,
    changed: (projectId) => deps.tell({ kind: 'agents.changed', projectId }),
  })
  const skillLayers = createFolderLayers<Skill>({
    ...definitionPlaces(deps, 'skills'),
    read: readSkillFolder,
    idOf: ({ name }) => name,
    plugins: deps.plugins.skills,
    changed: (projectId) => deps.tell({ kind: 'skills.changed', projectId }),
  })
  const commandLayers = createFolderLayers<CommandFile>({
    ...definitionPlaces(deps, 'commands'),
    read: readCommandFolder,
    idOf: ({ space, name }) => `${space}:${name}`,
    plugins: deps.plugins.commands,
    changed: (projectId) => deps.tell({ kind: 'skills.changed', projectId }),
  })
  const styleLayers = createFolderLayers<OutputStyle>({
    ...definitionPlaces(deps, 'styles'),
    read: readStyleFolder,
    idOf: ({ name }) => name,
    plugins: deps.plugins.styles,
    changed: (projectId) => deps.tell({ kind: 'skills.changed', projectId }),
  })
  deps.scope.add(styleLayers.close)
  deps.scope.add(agentLayers.close)
  deps.scope.add(commandLayers.close)
  deps.scope.add(skillLayers.close)
  const forget = (projectId: ProjectId): void => {
    agentLayers.forget(projectId)
    skillLayers.forget(projectId)
    commandLayers.forget(projectId)
    styleLayers.forget(projectId)
  }
  deps.scope.add(
    deps.hear((event) => {
      if (event.kind === 'project.changed' && event.op !== 'renamed') forget(event.projectId)
    }),
  )
  return { agentLayers, skillLayers, commandLayers, styleLayers }
}

export type Definitions = ReturnType<typeof openDefinitions>

/** Returns the skills that settings files switch off. A turn has read the files of its folder again before. */
function disabledSkills({ settingsFile, folderFiles, projects }: DefinitionsDeps) {
  return async (projectId: ProjectId | null): Promise<readonly string[]> => {
    const mine = settingsFile().skills?.disabled ?? []
    if (projectId === null) return mine
    const root = projects.pathOf(projectId)
    if (root === null) return mine
    return [...mine, ...(mergedReading(await folderFiles.readRecent(root))?.skills?.disabled ?? [])]
  }
}

/** Returns the changes to agents in settings files. A turn has read the files of its folder again before. */
function agentChanges({ settingsFile, folderFiles, projects, paths }: DefinitionsDeps) {
  const { mine, ofFolder, joined } = createAgentChanges({
    config: paths.config,
    agents: () => settingsFile().agents,
    files: folderFiles.readRecent,
  })
  return async (projectId: ProjectId | null): Promise<readonly ChangesLayer[]> => {
    const root = projectId === null ? null : projects.pathOf(projectId)
    return root === null ? mine() : joined(mine(), await ofFolder(root))
  }
}

type SkillPlace = Pick<SessionPlace, 'kind'> &
  Pick<ToolContext, 'agentId'> & { readonly projectId: ProjectId | null }

function builtinAgents(): Promise<readonly AgentFile[]> {
  return Promise.all(
    Object.entries(BUILTIN_AGENTS).map(async ([id, text]) => ({
      definition: await parseAgent('builtin', id, text),
      file: null,
      text,
    })),
  )
}

function builtinSkills(): Promise<readonly Skill[]> {
  return Promise.all(
    Object.entries(BUILTIN_SKILLS).map(([name, text]) => parseSkill('builtin', name, text, null)),
  )
}
