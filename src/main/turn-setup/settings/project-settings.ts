import type { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import type { AgentContext } from '#shared/config/context-table.ts'
import type { ModelRef } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { RecallInForce } from '#shared/memory/recall-settings.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { Sentence } from '#shared/sentences.ts'
import { stricterMode } from '../../agents/definitions/limits.ts'
import type { HigherLayers } from '../../config/layers/config-layers.ts'
import { brokenFileSaid, type FolderFiles, type FolderReading } from '../../config/layers/folder-files.ts'
import { withoutSet } from '../../config/layers/overlay.ts'
import type { Config } from '../../config/load-config.ts'
import { type EffectiveConfig, mergeConfig, refOf } from '../../config/merge-config.ts'
import { mergeFolder } from '../../config/project-config.ts'
import { recallInForce } from '../../config/recall-in-force.ts'
import { stricterSandbox } from '../../config/stricter-sandbox.ts'
import { type ContextLayers, contextOfLayers } from '../../context/budget/context-layers.ts'
import type { ContextSettings } from '../../context/budget/policy.ts'
import { type SecretVariables, variablesIn } from '../../lib/secret-variables.ts'

/** The most output tokens and US dollars of a workflow run; null for no limit. */
export type RunCeilings = { readonly budget: number | null; readonly budgetUsd: number | null }

type Deps = {
  /** The settings of the person under the layers above them. */
  readonly user: Config['current']
  /** The settings of the person alone, without the layers above them. */
  readonly own: () => UserConfig
  /** The layers above the files of the person and of folders. */
  readonly higher: Pick<HigherLayers, 'forced' | 'commandLine' | 'managed'>
  readonly files: Pick<FolderFiles, 'readNow' | 'readRecent' | 'moment'>
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** The person's sandbox settings. */
  readonly sandbox: () => SandboxTable
}

/** Maximum cached projects. */
const KEPT = 64

const NO_FILES: FolderReading = {
  project: { config: null, problem: null, from: 'file' },
  local: { config: null, problem: null, from: 'file' },
}

/** The rule for a folder with unknown restrictions: each step asks, in every mode. */
const ASK_EACH_TIME: PermissionRule = { tool: '*', action: 'ask' }

/**
 * Merges the person's settings with the files of each folder. The files are read at the start of a run and stay
 * fixed for it.
 */
export function createProjectSettings({ user, own, higher, files, secretVariables, sandbox }: Deps) {
  const layers = new Map<string, FolderReading>()
  const keep = (root: string, reading: FolderReading): void => {
    if (layers.get(root) !== reading) {
      for (const { config } of Object.values(reading)) {
        if (config !== null) secretVariables.add(variablesIn(JSON.stringify(config)))
      }
    }
    keepNewest(layers, root, reading, KEPT)
  }
  const refresh = async (root: string): Promise<void> => keep(root, await files.readNow(root))
  const isUnknown = (root: string): boolean =>
    Object.values(layers.get(root) ?? NO_FILES).some(({ from }) => from === 'unknown')
  const folderOf = rememberLast(folderInForce)
  const inForce = {
    get: (root: string): ProjectConfig | null => folderOf(layers.get(root) ?? NO_FILES, higher.forced()),
  }
  const recall = (root: string) => recallInForce(user().memory, inForce.get(root)?.memory)
  const contextOf = rememberLast(contextInForce)
  const sandboxOf = rememberLast(stricterSandbox<SandboxTable>)
  return {
    refresh,
    /** The same for agents, of which many begin at once: what was read for another a moment ago will do. */
    refreshForAgent: async (root: string): Promise<void> => keep(root, await files.readRecent(root)),
    /** Returns a mark of this moment, for what must have been read since. */
    moment: files.moment,
    runs: (root: string): EffectiveConfig['runs'] => mergeConfig(user(), inForce.get(root) ?? null).runs,
    /** Returns the workflow limits for chats in this folder, from the current files. */
    chatCeilings: async (root: string): Promise<RunCeilings> => {
      await refresh(root)
      const { chatCeiling, chatCeilingUsd } = mergeConfig(user(), inForce.get(root) ?? null).workflows
      return { budget: chatCeiling, budgetUsd: chatCeilingUsd }
    },
    /** The model that the folder's file chooses among the person's; null where it chooses none. */
    model: async (root: string): Promise<ModelRef | null> => {
      await refresh(root)
      const file = inForce.get(root) ?? null
      const { model } = mergeConfig(user(), file)
      return file?.model === undefined || model === null ? null : refOf(model)
    },
    /** Returns the context settings of a request: of the person, the project, a profile and the agent. */
    context: (root: string, { agent, chat = null, model }: ContextOf): ContextSettings =>
      contextOf(user(), inForce.get(root), higher.forced(), agent, chat, model),
    /** The same, each as it stands in its own file. */
    contextLayers: (root: string, { agent, chat = null, model }: ContextOf): ContextLayers =>
      contextLayers(user(), inForce.get(root), higher.forced(), agent, chat, model),
    /** Returns all settings of a folder. The sandbox is that of the folder too. */
    inFolder: (root: string): EffectiveConfig => mergeConfig(user(), inForce.get(root)),
    /** Returns the files of a folder as they were last read. */
    layers: async (root: string): Promise<FolderReading> => {
      await refresh(root)
      return layers.get(root) ?? NO_FILES
    },
    /** The most requests of a run that a higher layer sets; null for none. */
    forcedTurns: (): number | null => higher.forced().runs?.maxTurns ?? null,
    /** The freest permission mode in a folder, by the administrator and its files; undefined for any. */
    freestMode: (root: string): PermissionMode | undefined =>
      isUnknown(root)
        ? stricterMode('ask', higher.managed().permissionMode)
        : higher.managed().permissionMode,
    /** Returns what errors in the files of a folder mean for agents; nothing for files without errors. */
    broken: (root: string): readonly Sentence[] => {
      const { project, local } = layers.get(root) ?? NO_FILES
      return [...brokenFileSaid('project', project), ...brokenFileSaid('local', local)]
    },
    /** Returns the recall settings of this folder. */
    recall: async (root: string): Promise<RecallInForce> => {
      await refresh(root)
      return recall(root)
    },
    /** The sandbox of commands in this folder. The folder's own file can only tighten it. */
    sandbox: (root: string): SandboxTable => sandboxOf(sandbox(), inForce.get(root)?.sandbox),
    /** Rules by where they come from. The folder's own can only ask or refuse. */
    rules: (root: string): readonly (readonly PermissionRule[])[] => [
      own().permissions ?? [],
      [...(inForce.get(root)?.permissions ?? []), ...(isUnknown(root) ? [ASK_EACH_TIME] : [])],
      higher.commandLine().permissions ?? [],
      higher.managed().permissions ?? [],
    ],
  }
}

/** Whose request is built. `model` decides a profile too. */
type ContextOf = {
  readonly agent?: AgentContext | undefined
  /** The profile that the chat chose. */
  readonly chat?: string | null | undefined
  readonly model: ModelRef
}

function contextLayers(
  user: UserConfig,
  file: ProjectConfig | null,
  forced: UserConfig,
  agent: AgentContext | undefined,
  chat: string | null,
  model: ModelRef,
): ContextLayers {
  const named = Object.entries(user.models ?? {}).flatMap(([name, each]) =>
    refOf(each) === model ? [name] : [],
  )
  const names = [...named, model]
  return { user: user.context, project: file?.context, agent, forced: forced.context, chat, model: names }
}

function contextInForce(...of: Parameters<typeof contextLayers>): ContextSettings {
  const [user, file] = of
  const { maxBudgetFraction } = recallInForce(user.memory, file?.memory).values
  return contextOfLayers(contextLayers(...of), maxBudgetFraction)
}

/** Merges the files of a folder, without the values that a higher layer sets. */
function folderInForce({ project, local }: FolderReading, forced: UserConfig): ProjectConfig | null {
  const both = mergeFolder(project.config, local.config)
  return both === null ? null : withoutSet(both, forced)
}

export type ProjectSettings = ReturnType<typeof createProjectSettings>
