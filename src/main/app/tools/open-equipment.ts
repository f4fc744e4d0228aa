import type { SessionId } from '#shared/ids.ts'
import type { ShellPort } from '../../app-port.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Settings } from '../../config/settings.ts'
import { createHookScenes } from '../../extensions/hooks/hook-scenes.ts'
import { createHookCommand } from '../../extensions/hooks/run-hook-command.ts'
import { createTeamNews } from '../../extensions/hooks/team-news.ts'
import type { ProcessTree } from '../../lib/process-tree.ts'
import type { Redactor } from '../../lib/redact.ts'
import { type KeepProgram, keepLong } from '../../processes/keeper.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { WatchProgram } from '../../tools/bash/command-deps.ts'
import { createNotesTools } from '../../tools/notes/notes-tools.ts'
import { createProposePlanTool } from '../../tools/propose-plan/propose-plan.ts'
import { createCheckDoers } from '../../turn-setup/check-doers.ts'
import { createToolsThatFind } from '../../turn-setup/tools-that-find.ts'
import { createLateWorkflows, createWorkflowTool } from '../../workflows/chat/workflow-tool.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Storage } from '../storage/open-storage.ts'
import { openAgentTools } from './open-agent-tools.ts'
import { type CheckpointDeps, openCheckpoints } from './open-checkpoints.ts'
import { type DefinitionsDeps, isOfferedIn, openDefinitions } from './open-definitions.ts'
import { type HookDeps, openHooks } from './open-hooks.ts'
import { openKnowledge } from './open-knowledge.ts'
import { type McpDeps, openMcp } from './open-mcp.ts'
import { type MemoryDeps, openMemory } from './open-memory.ts'
import { openProcesses } from './open-processes.ts'
import { openRipgrep } from './open-ripgrep.ts'
import { openTeams } from './open-teams.ts'
import { openTools } from './open-tools.ts'

type Deps = Omit<CheckpointDeps, 'ripgrep'> &
  Pick<MemoryDeps, 'acquaint' | 'newId' | 'storage' | 'readMeaning'> &
  Pick<HookDeps, 'paths'> & { readonly paths: Pick<HomePaths, 'jobs'> } & Omit<
    DefinitionsDeps,
    'toolNames' | 'sessionOf'
  > & {
    readonly storage: Pick<Storage, 'bus'>
    readonly config: McpDeps['config']
    readonly keys: McpDeps['keys']
    readonly sandboxSettings: McpDeps['sandboxSettings']
    readonly redactor: Pick<Redactor, 'known' | 'open' | 'text'>
    readonly environment: AppEnvironment
    readonly keep: KeepProgram
    readonly processes: ProcessTree
    readonly settings: HookDeps['settings'] & Pick<Settings, 'current'>
    readonly shell: Pick<ShellPort, 'files' | 'spawnTools' | 'spawnMcp' | 'appVersion'>
    readonly threads: ThreadRegistry
    readonly sandbox: OpenSandbox
  }

/** All tools there are, and the definitions that say which agent gets which of them. */
export function openEquipment({
  storage,
  redactor,
  environment,
  keep,
  processes,
  shell,
  sandbox,
  ...deps
}: Deps) {
  const { clock, logger, tell } = deps
  const env = environment.inherited
  const ripgrep = openRipgrep({
    ...{ logger, env, tell },
    environment: environment.child,
    keep: keepLong(keep, clock),
  })
  const { checkpoints, ...before } = openCheckpoints({ storage, ripgrep, ...deps })
  const sessionOf = (id: SessionId) => storage.store.folds(id).session
  const { tools, guarded, hide, paths, jobs, ...started } = openTools({
    ...{ storage, logger, paths: deps.paths },
    clock,
    redactor,
    ripgrep,
    environment,
    ...before,
    ...{ keep, processes, enterSandbox: sandbox.enter, describeSandbox: sandbox.describe },
    home: deps.paths.home,
    ...{ spawnTools: shell.spawnTools, scope: deps.scope },
    ...{ pageReader: shell.files.pageReader, threads: deps.threads },
    isApart: (id) => deps.settings.current().teamsApart && sessionOf(id)?.task?.teammate !== undefined,
  })
  const projectOf = (id: SessionId) => sessionOf(id)?.meta.projectId ?? null
  const teams = openTeams({
    ...deps,
    ...storage,
    sessionOf,
    told: (fact, chatId) => tellTeamNews(fact, chatId),
  })
  const leadTools = teams.leadTools.map(guarded)
  const mcp = openMcp({
    ...{ ...deps, shell, redactor, guarded, keep, processes },
    db: storage.db,
    beforeCommand: before.beforeCommand,
    enterSandbox: sandbox.enterFor,
    commandEnvironment: environment.commandIn,
    ofOwnProcess: environment.ofOwnProcess,
  })
  const memory = openMemory({ storage, ...deps, redactor })
  const knowledge = openKnowledge({ storage, ...deps, redactor, pageReader: shell.files.pageReader })
  const memoryTools = [...memory.tools, ...knowledge.tools, ...createNotesTools(deps)].map(guarded)
  const proposePlanTool = guarded(createProposePlanTool(createCheckDoers(projectOf, () => definitions)))
  const late = createLateWorkflows()
  const workflowTool = createWorkflowTool(late.plan)
  const forAgents = openAgentTools({ ...deps, subscribe: storage.bus.subscribe })
  const { agentTool, stopAgentTool } = forAgents
  // Tools of a chat beyond the work itself: planning and delegation.
  const leading = [proposePlanTool, workflowTool, agentTool, stopAgentTool, ...leadTools]
  const definitions = openDefinitions({
    ...deps,
    toolNames: [...tools, ...leading, ...memoryTools].map(({ name }) => name),
    sessionOf,
  })
  const skillTool = guarded(definitions.skillTool)
  const { programs } = started
  const watchProgram: WatchProgram = (program) => programs.add({ ...program, kind: 'command' })
  const hooks = openHooks({
    ...deps,
    runCommand: createHookCommand({
      ...{ clock, processes, watchProgram, keep, env, hide },
      commandEnvironment: environment.commandIn,
      enterSandbox: sandbox.enterFor,
    }),
  })
  const scenes = createHookScenes({ folds: storage.store.folds })
  const tellTeamNews = createTeamNews(hooks.hooks.tell, scenes.ofSession)
  const alone = tools.filter(({ name }) => isOfferedIn('child', name))
  return {
    ...{ ripgrep, paths, jobs, definitions, checkpoints, memory, knowledge, hooks, teams, mcp },
    mcpTools: (id: SessionId, signal: AbortSignal) => mcp.toolsFor(projectOf(id), signal),
    processes: openProcesses({ storage, ...deps, processes, programs, signal: deps.scope.signal }),
    findingIn: createToolsThatFind({
      ...{ hasMemories: memory.hasFor, hasPages: knowledge.hasFor, soon: setImmediate },
      ...{ projectOf, folds: storage.store.folds },
    }),
    forChats: [...tools, ...leading, skillTool, ...memoryTools],
    /** For the agent of a chat that does no work itself. */
    forCoordinators: forAgents.coordinating,
    /** Tools of a chat's subagents, which have no person in their conversation. */
    forAgents: [...alone, agentTool, stopAgentTool, skillTool, ...memoryTools],
    /** The same for those of them who are in a team. */
    forTeammates: [...alone, forAgents.teammateTool, stopAgentTool, skillTool, ...memoryTools],
    /** Additional tools of teammates. */
    ofTeams: teams.memberTools.map(guarded),
    /** For agents that work for a coordinator: it alone gives work away. */
    forWorkers: [...alone, skillTool, ...memoryTools],
    forScripts: [...tools, skillTool],
    /** Until then the tool that starts workflows has nothing to start them with. */
    connectWorkflows: late.connect,
    ...{ connectAgents: forAgents.connect, toldAs: forAgents.toldAs },
    ...{ allowsBackground: forAgents.allowsBackground, endedBefore: forAgents.endedBefore },
  }
}

export type Equipment = ReturnType<typeof openEquipment>
