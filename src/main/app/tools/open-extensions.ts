import { createHookCommand } from '../../extensions/hooks/run-hook-command.ts'
import type { WatchProgram } from '../../tools/bash/command-deps.ts'
import type { Tool } from '../../tools/tool.ts'
import type { EquipmentDeps } from './equipment-deps.ts'
import type { openCheckpoints } from './open-checkpoints.ts'
import { type DefinitionsDeps, openDefinitions } from './open-definitions.ts'
import { openHooks } from './open-hooks.ts'
import { type McpDeps, openMcp } from './open-mcp.ts'
import { openOwnTools } from './open-own-tools.ts'
import type { OpenPlugins } from './open-plugins.ts'
import type { openTools } from './open-tools.ts'

type Guarded = McpDeps['guarded']
type Before = Pick<ReturnType<typeof openCheckpoints>, 'beforeChange' | 'beforeCommand'>
type WithPlugins = { readonly plugins: OpenPlugins }
type ForHooks = Pick<ReturnType<typeof openTools>, 'programs' | 'hide'> & WithPlugins

/** Opens MCP servers. */
export function openServersOf(
  deps: EquipmentDeps,
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

type ForDefinitions = WithPlugins & {
  readonly toolNames: readonly string[]
  readonly sessionOf: DefinitionsDeps['sessionOf']
  readonly serverSkills: DefinitionsDeps['serverSkills']
}

/** Opens the definitions of agents and skills. */
export function openDefinitionsOf(
  deps: EquipmentDeps,
  { toolNames, sessionOf, plugins, serverSkills }: ForDefinitions,
) {
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
export function openFileTools(
  deps: EquipmentDeps,
  { tools, guarded, plugins }: { readonly tools: readonly Tool[]; readonly guarded: Guarded } & WithPlugins,
) {
  const bash = tools.find(({ name }) => name === 'bash')
  if (bash === undefined) throw new Error('There is no tool bash.')
  const { logger, scope, clock, paths, tell, projects, hear } = deps
  const ofPlugins = { plugins: plugins.tools, isIntact: plugins.isIntact }
  return openOwnTools({ logger, scope, clock, paths, tell, projects, hear, bash, guarded, ofPlugins })
}

/** Opens hooks, which are programs of the person. */
export function openHooksOf(deps: EquipmentDeps, { programs, hide, plugins }: ForHooks) {
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
