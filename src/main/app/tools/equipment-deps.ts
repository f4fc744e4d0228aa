import type { ShellPort } from '../../app-port.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Settings } from '../../config/settings.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { Projects } from '../../projects/registry.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { CheckpointDeps } from './open-checkpoints.ts'
import type { DefinitionsDeps } from './open-definitions.ts'
import type { HookDeps } from './open-hooks.ts'
import type { McpDeps } from './open-mcp.ts'
import type { MemoryDeps } from './open-memory.ts'
import type { openPlugins } from './open-plugins.ts'
import type { ProblemSettings } from './open-problems.ts'
import type { openWeb } from './open-web.ts'

/** The dependencies of the tools of agents. */
export type EquipmentDeps = Omit<CheckpointDeps, 'ripgrep'> &
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
