import type { SessionId } from '#shared/ids.ts'
import { withUsualWeights } from '#shared/tools/search-weights.ts'
import { createHookScenes } from '../../extensions/hooks/hook-scenes.ts'
import { createTeamHooks } from '../../extensions/hooks/team-hooks.ts'
import { createCodeTool } from '../../tools/code/code.ts'
import { createNotesTools } from '../../tools/notes/notes-tools.ts'
import { createProposePlanTool } from '../../tools/propose-plan/propose-plan.ts'
import { createCallTool } from '../../tools/tool-search/call-tool.ts'
import { createSearchTool } from '../../tools/tool-search/search-tools.ts'
import { createAttachedText } from '../../turn-setup/attached-text.ts'
import { createCheckAssignees } from '../../turn-setup/check-assignees.ts'
import { createToolsThatFind } from '../../turn-setup/tools-that-find.ts'
import { createLink } from '../link.ts'
import type { EquipmentDeps } from './equipment-deps.ts'
import { openAgentTools } from './open-agent-tools.ts'
import { type CheckpointDeps, openCheckpoints } from './open-checkpoints.ts'
import { type Definitions, isOfferedIn } from './open-definitions.ts'
import { openDefinitionsOf, openFileTools, openHooksOf, openServersOf } from './open-extensions.ts'
import { openKnowledge } from './open-knowledge.ts'
import { openLateTools } from './open-late-tools.ts'
import { openMemory } from './open-memory.ts'
import { toolsBeyond } from './open-own-tools.ts'
import { openPlugins } from './open-plugins.ts'
import { openProblems } from './open-problems.ts'
import { openProcesses } from './open-processes.ts'
import { openRipgrep } from './open-ripgrep.ts'
import { openTeams } from './open-teams.ts'
import { openTools } from './open-tools.ts'
import { openWeb } from './open-web.ts'

/** All tools there are, and the definitions that say which agent gets which of them. */
export function openEquipment(deps: EquipmentDeps) {
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
  const hooks = openHooksOf(deps, { programs: started.programs, hide, plugins })
  toHooks.connect(hooks)
  const { ofSession } = createHookScenes({ folds: storage.store.folds })
  const teams = teamsOf(deps, sessionOf, createTeamHooks(hooks.hooks.tell, ofSession))
  const mcp = openServersOf(deps, { guarded, before, plugins })
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
  const definitions = openDefinitionsOf(deps, { toolNames, sessionOf, plugins, serverSkills: mcp })
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
    mcpTools: toolsBeyond(mcp, openFileTools(deps, { tools, guarded, plugins }), (id) => ({
      projectId: projectOf(id),
      folder: sessionOf(id)?.cwd ?? null,
    })),
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

function processesOf(deps: EquipmentDeps, programs: Parameters<typeof openProcesses>[0]['programs']) {
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
type Ripgrep = CheckpointDeps['ripgrep']
type Before = Pick<ReturnType<typeof openCheckpoints>, 'beforeChange' | 'beforeCommand'>
type ForTools = {
  readonly ripgrep: ReturnType<typeof openRipgrep>
  readonly before: Before
  readonly sessionOf: SessionOf
}

type RunCommand = Parameters<typeof openProblems>[0]['runCommand']

/** Opens checkpoints, which copy what tools and commands change, and the checks around those changes. */
function checkpointsOf(
  { storage, projects, ...deps }: EquipmentDeps,
  ripgrep: Ripgrep,
  runCommand: RunCommand,
) {
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
function toolsOf(deps: EquipmentDeps, { ripgrep, before, sessionOf }: ForTools) {
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
function teamsOf({ storage, ...deps }: EquipmentDeps, sessionOf: SessionOf, told: Told) {
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

/** Opens memory. */
function memoryOf({ storage, redactor, ...deps }: EquipmentDeps) {
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
function knowledgeOf({ storage, redactor, shell, ...deps }: EquipmentDeps) {
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

/** Opens the tools that reach the web. */
function webOf(
  { catalog, config, keys, redactor, clock, logger, shell }: EquipmentDeps,
  { readHtml, readPdf }: Pick<Parameters<typeof openWeb>[0], 'readHtml' | 'readPdf'>,
) {
  const { resolveProxy } = shell
  return openWeb({ catalog, config, keys, redactor, clock, logger, readHtml, readPdf, resolveProxy })
}
