import type { SessionId } from '#shared/ids.ts'
import { withUsualWeights } from '#shared/tools/search-weights.ts'
import type { ShellPort } from '../../app-port.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Settings } from '../../config/settings.ts'
import { createHookScenes } from '../../extensions/hooks/hook-scenes.ts'
import { createHookCommand } from '../../extensions/hooks/run-hook-command.ts'
import { createTeamNews } from '../../extensions/hooks/team-news.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { Projects } from '../../projects/registry.ts'
import type { WatchProgram } from '../../tools/bash/command-deps.ts'
import { createCodeTool } from '../../tools/code/code.ts'
import { createNotesTools } from '../../tools/notes/notes-tools.ts'
import { createProposePlanTool } from '../../tools/propose-plan/propose-plan.ts'
import type { Tool } from '../../tools/tool.ts'
import { createCallTool } from '../../tools/tool-search/call-tool.ts'
import { createSearchTool } from '../../tools/tool-search/search-tools.ts'
import { createAttachedText } from '../../turn-setup/attached-text.ts'
import { createCheckAssignees } from '../../turn-setup/check-assignees.ts'
import { createToolsThatFind } from '../../turn-setup/tools-that-find.ts'
import { createLink } from '../link.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Storage } from '../storage/open-storage.ts'
import { openAgentTools } from './open-agent-tools.ts'
import { type CheckpointDeps, openCheckpoints } from './open-checkpoints.ts'
import { type Definitions, type DefinitionsDeps, isOfferedIn, openDefinitions } from './open-definitions.ts'
import { type HookDeps, openHooks } from './open-hooks.ts'
import { openKnowledge } from './open-knowledge.ts'
import { openLateTools } from './open-late-tools.ts'
import { type McpDeps, openMcp } from './open-mcp.ts'
import { type MemoryDeps, openMemory } from './open-memory.ts'
import { openOwnTools, toolsBeyond } from './open-own-tools.ts'
import { type OpenPlugins, openPlugins } from './open-plugins.ts'
import { openProblems, type ProblemSettings } from './open-problems.ts'
import { openProcesses } from './open-processes.ts'
import { openRipgrep } from './open-ripgrep.ts'
import { openTeams } from './open-teams.ts'
import { openTools } from './open-tools.ts'
import { openWeb } from './open-web.ts'

type Deps = Omit<CheckpointDeps, 'ripgrep'> &
  Pick<MemoryDeps, 'acquaint' | 'newId' | 'storage' | 'readMeaning'> &
  Pick<HookDeps, 'paths' | 'higher'> & {
    readonly paths: Pick<HomePaths, 'bundles' | 'jobs'> & PluginsDeps['paths']
  } & Omit<DefinitionsDeps, 'toolNames' | 'sessionOf' | 'plugins' | 'settingsFile' | 'serverSkills'> & {
    readonly git: PluginsDeps['git']
    readonly storage: Pick<Storage, 'bus' | 'blobs'>
    readonly config: McpDeps['config'] & Parameters<typeof openWeb>[0]['config']
    readonly keys: McpDeps['keys']
    readonly sandboxSettings: McpDeps['sandboxSettings']
    readonly redactor: Pick<Redactor, 'known' | 'open' | 'text' | 'add' | 'data'>
    readonly environment: AppEnvironment
    readonly keep: KeepProgram
    readonly projects: Pick<Projects, 'list'>
    readonly processes: ProcessTree
    readonly settings: HookDeps['settings'] & ProblemSettings & Pick<Settings, 'current'>
    readonly shell: Pick<
      ShellPort,
      'files' | 'resolveProxy' | 'spawnTools' | 'spawnMcp' | 'appVersion' | 'openLink'
    >
    readonly vault: McpDeps['vault']
    readonly catalog: Parameters<typeof openWeb>[0]['catalog']
    readonly threads: ThreadRegistry
    readonly sandbox: OpenSandbox
    readonly serversOfCommandLine: McpDeps['ofCommandLine']
  }

type PluginsDeps = Parameters<typeof openPlugins>[0]

/** All tools there are, and the definitions that say which agent gets which of them. */
export function openEquipment(deps: Deps) {
  const { storage } = deps
  const ripgrep = openRipgrep(deps)
  const toHooks = createLink<{ readonly runCommand: RunCommand }>('the hooks')
  const { checkpoints, problems, ...before } = checkpointsOf(deps, ripgrep, (...job) =>
    toHooks.get().runCommand(...job),
  )
  const sessionOf = (id: SessionId) => storage.store.folds(id).session
  const { tools, guarded, hide, paths, jobs, ...started } = toolsOf(deps, { ripgrep, before, sessionOf })
  const projectOf = (id: SessionId) => sessionOf(id)?.meta.projectId ?? null
  const plugins = openPlugins(deps)
  const hooks = hooksOf(deps, { programs: started.programs, hide, plugins })
  toHooks.connect(hooks)
  const { ofSession } = createHookScenes({ folds: storage.store.folds })
  const teams = teamsOf(deps, sessionOf, createTeamNews(hooks.hooks.tell, ofSession))
  const mcp = mcpOf(deps, { guarded, before, plugins })
  const memory = memoryOf(deps)
  const knowledge = knowledgeOf(deps)
  const web = webOf(deps, started)
  const remembering = [...memory.tools, ...knowledge.tools, ...createNotesTools(deps)]
  const searchWeights = () => withUsualWeights(deps.config.current().tools?.ranking)
  const searchTools = [createSearchTool(searchWeights), createCallTool()]
  const asking = createCodeTool({ flavour: started.flavour, ask: problems.askCode })
  const sideTools = [...remembering, ...web.tools, asking, ...searchTools].map(guarded)
  const toDefinitions = createLink<Pick<Definitions, 'agents'>>('the definitions of agents')
  const proposePlanTool = guarded(createProposePlanTool(createCheckAssignees(projectOf, toDefinitions.get)))
  const later = openLateTools(guarded)
  const { agentTool, stopAgentTool, ...forAgents } = openAgentTools({
    scope: deps.scope,
    clock: deps.clock,
    settings: deps.settings,
    subscribe: storage.bus.subscribe,
  })
  // Tools of a chat beyond the work itself: planning and delegation.
  const leading = [proposePlanTool, ...later.tools, agentTool, stopAgentTool, ...teams.leadTools.map(guarded)]
  const toolNames = [...tools, ...leading, ...sideTools].map(({ name }) => name)
  const definitions = definitionsOf(deps, { toolNames, sessionOf, plugins, serverSkills: mcp })
  toDefinitions.connect(definitions)
  const skillTool = guarded(definitions.skillTool)
  const alone = tools.filter(({ name }) => isOfferedIn('child', name))
  return {
    ripgrep,
    paths,
    jobs,
    definitions,
    checkpoints,
    problems,
    memory,
    knowledge,
    hooks,
    teams,
    mcp,
    attachedText: createAttachedText({ blobs: storage.blobs, readPdf: started.readPdf, hide }),
    plugins: plugins.plugins,
    mcpTools: toolsBeyond(mcp, ownToolsOf(deps, { tools, guarded, plugins }), projectOf),
    programs: started.programs,
    mcpChanges: mcp.changes,
    toolSearch: () => deps.settings.current().toolSearch,
    processes: processesOf(deps, started.programs),
    findingIn: createToolsThatFind({
      hasMemories: memory.hasFor,
      hasPages: knowledge.hasFor,
      hasServers: problems.hasServers,
      soon: setImmediate,
      projectOf,
      folds: storage.store.folds,
      isOffered: web.isOffered,
    }),
    forChats: [...tools, ...leading, skillTool, ...sideTools],
    /** For the agent of a chat that does no work itself. */
    forCoordinators: forAgents.coordinating,
    /** Tools of a chat's subagents, which have no person in their conversation. */
    forAgents: [...alone, agentTool, stopAgentTool, skillTool, ...sideTools],
    /** The same for those of them who are in a team. */
    forTeammates: [...alone, forAgents.teammateTool, stopAgentTool, skillTool, ...sideTools],
    /** Additional tools of teammates. */
    ofTeams: teams.memberTools.map(guarded),
    /** For agents that work for a coordinator: it alone gives work away. */
    forWorkers: [...alone, skillTool, ...sideTools],
    forScripts: [...tools, skillTool, ...searchTools],
    /** Until then the tool that starts workflows has nothing to start them with. */
    connectWorkflows: later.connectWorkflows,
    connectTriggers: later.connectTriggers,
    connectAgents: forAgents.connect,
    toldAs: forAgents.toldAs,
    allowsBackground: forAgents.allowsBackground,
    endedBefore: forAgents.endedBefore,
  }
}

function processesOf(deps: Deps, programs: Parameters<typeof openProcesses>[0]['programs']) {
  return openProcesses({
    storage: deps.storage,
    clock: deps.clock,
    threads: deps.threads,
    processes: deps.processes,
    programs,
    signal: deps.scope.signal,
  })
}

export type Equipment = ReturnType<typeof openEquipment>

type SessionOf = Parameters<typeof openTeams>[0]['sessionOf']
type Told = Parameters<typeof openTeams>[0]['told']
type Guarded = McpDeps['guarded']
type Ripgrep = CheckpointDeps['ripgrep']
type Started = ReturnType<typeof openTools>
type Before = Pick<ReturnType<typeof openCheckpoints>, 'beforeChange' | 'beforeCommand'>
type ForTools = {
  readonly ripgrep: ReturnType<typeof openRipgrep>
  readonly before: Before
  readonly sessionOf: SessionOf
}
type ForHooks = Pick<Started, 'programs' | 'hide'> & WithPlugins
type WithPlugins = { readonly plugins: OpenPlugins }

type RunCommand = Parameters<typeof openProblems>[0]['runCommand']

/** Opens checkpoints, which copy what tools and commands change, and the checks around those changes. */
function checkpointsOf({ storage, projects, ...deps }: Deps, ripgrep: Ripgrep, runCommand: RunCommand) {
  const { checkpoints, ...before } = openCheckpoints({
    storage,
    ripgrep,
    logger: deps.logger,
    scope: deps.scope,
    git: deps.git,
    clock: deps.clock,
    paths: deps.paths,
    tell: deps.tell,
  })
  const problems = openProblems({
    storage,
    projects,
    checkpoints,
    ripgrep,
    runCommand,
    home: deps.paths.home,
    clock: deps.clock,
    logger: deps.logger,
    scope: deps.scope,
    settings: deps.settings,
    tell: deps.tell,
    hear: deps.hear,
    processes: deps.processes,
    keep: deps.keep,
    commandEnvironment: deps.environment.commandIn,
    enterSandbox: deps.sandbox.enterFor,
    sandboxSettings: deps.sandboxSettings,
    ownServers: () => deps.config.current().diagnostics?.servers ?? {},
  })
  return { checkpoints, problems, ...problems.watching(before) }
}

/** Opens the tools that work in a project. */
function toolsOf(deps: Deps, { ripgrep, before, sessionOf }: ForTools) {
  const { storage, redactor, environment, keep, processes, shell, sandbox, clock, logger } = deps
  return openTools({
    storage,
    logger,
    paths: deps.paths,
    clock,
    redactor,
    ripgrep,
    environment,
    beforeChange: before.beforeChange,
    beforeCommand: before.beforeCommand,
    keep,
    processes,
    enterSandbox: sandbox.enter,
    describeSandbox: sandbox.describe,
    home: deps.paths.home,
    spawnTools: shell.spawnTools,
    scope: deps.scope,
    pageReader: shell.files.pageReader,
    threads: deps.threads,
    isApart: (id) => deps.settings.current().teamsApart && sessionOf(id)?.task?.teammate !== undefined,
  })
}

/** Opens teams. */
function teamsOf({ storage, ...deps }: Deps, sessionOf: SessionOf, told: Told) {
  return openTeams({
    logger: deps.logger,
    clock: deps.clock,
    tell: deps.tell,
    newId: deps.newId,
    settings: deps.settings,
    reader: storage.reader,
    db: storage.db,
    sessionOf,
    told,
  })
}

/** Opens MCP servers. */
function mcpOf(
  deps: Deps,
  { guarded, before, plugins }: { readonly guarded: Guarded; readonly before: Before } & WithPlugins,
) {
  const { beforeCommand } = before
  const { storage, redactor, environment, keep, processes, shell, sandbox } = deps
  return openMcp({
    logger: deps.logger,
    scope: deps.scope,
    clock: deps.clock,
    tell: deps.tell,
    projects: deps.projects,
    hear: deps.hear,
    config: deps.config,
    keys: deps.keys,
    vault: deps.vault,
    sandboxSettings: deps.sandboxSettings,
    shell,
    redactor,
    guarded,
    plugins,
    keep,
    processes,
    db: storage.db,
    bundles: deps.paths.bundles,
    ofCommandLine: deps.serversOfCommandLine,
    beforeCommand,
    enterSandbox: sandbox.enterFor,
    commandEnvironment: environment.commandIn,
    ofOwnProcess: environment.ofOwnProcess,
  })
}

/** Opens memory. */
function memoryOf({ storage, redactor, ...deps }: Deps) {
  return openMemory({
    storage,
    logger: deps.logger,
    clock: deps.clock,
    tell: deps.tell,
    newId: deps.newId,
    readMeaning: deps.readMeaning,
    acquaint: deps.acquaint,
    redactor,
  })
}

/** Opens pages. */
function knowledgeOf({ storage, redactor, shell, ...deps }: Deps) {
  return openKnowledge({
    storage,
    logger: deps.logger,
    scope: deps.scope,
    clock: deps.clock,
    tell: deps.tell,
    newId: deps.newId,
    readMeaning: deps.readMeaning,
    acquaint: deps.acquaint,
    threads: deps.threads,
    redactor,
    pageReader: shell.files.pageReader,
  })
}

type ForDefinitions = WithPlugins & {
  readonly toolNames: readonly string[]
  readonly sessionOf: SessionOf
  readonly serverSkills: DefinitionsDeps['serverSkills']
}

/** Opens the definitions of agents and skills. */
function definitionsOf(deps: Deps, { toolNames, sessionOf, plugins, serverSkills }: ForDefinitions) {
  return openDefinitions({
    logger: deps.logger,
    scope: deps.scope,
    clock: deps.clock,
    paths: deps.paths,
    tell: deps.tell,
    projects: deps.projects,
    hear: deps.hear,
    settings: deps.settings,
    settingsFile: deps.config.current,
    folderFiles: deps.folderFiles,
    toolNames,
    sessionOf,
    serverSkills,
    plugins,
  })
}

/** Opens the tools that files describe. Their calls are calls of `bash`. */
function ownToolsOf(
  deps: Deps,
  { tools, guarded, plugins }: { readonly tools: readonly Tool[]; readonly guarded: Guarded } & WithPlugins,
) {
  const bash = tools.find(({ name }) => name === 'bash')
  if (bash === undefined) throw new Error('There is no tool bash.')
  const { logger, scope, clock, paths, tell, projects, hear } = deps
  const ofPlugins = { plugins: plugins.tools, isIntact: plugins.isIntact }
  return openOwnTools({ logger, scope, clock, paths, tell, projects, hear, bash, guarded, ofPlugins })
}

/** Opens hooks, which are programs of the person. */
function hooksOf(deps: Deps, { programs, hide, plugins }: ForHooks) {
  const { environment, keep, processes, sandbox, clock } = deps
  const watchProgram: WatchProgram = (program) => programs.add({ ...program, kind: 'command' })
  return openHooks({
    plugins,
    higher: deps.higher,
    logger: deps.logger,
    scope: deps.scope,
    clock: deps.clock,
    paths: deps.paths,
    tell: deps.tell,
    projects: deps.projects,
    hear: deps.hear,
    settings: deps.settings,
    runCommand: createHookCommand({
      clock,
      processes,
      watchProgram,
      keep,
      env: environment.inherited,
      hide,
      commandEnvironment: environment.commandIn,
      enterSandbox: sandbox.enterFor,
    }),
  })
}

/** Opens the tools that reach the web. */
function webOf(
  { catalog, config, keys, redactor, clock, logger, shell }: Deps,
  { readHtml, readPdf }: Pick<Parameters<typeof openWeb>[0], 'readHtml' | 'readPdf'>,
) {
  const { resolveProxy } = shell
  return openWeb({ catalog, config, keys, redactor, clock, logger, readHtml, readPdf, resolveProxy })
}
