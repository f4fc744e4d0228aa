import type { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { RecallInForce } from '#shared/memory/recall-settings.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { HigherLayers } from '../config/layers/config-layers.ts'
import { withoutSet } from '../config/layers/overlay.ts'
import type { Config } from '../config/load-config.ts'
import { type EffectiveConfig, mergeConfig, refOf } from '../config/merge-config.ts'
import { type FolderFile, loadProjectConfig, mergeFolder } from '../config/project-config.ts'
import { recallInForce } from '../config/recall-in-force.ts'
import { stricterSandbox } from '../config/stricter-sandbox.ts'
import type { ContextSettings } from '../context/budget/policy.ts'
import { createAnsweredLately } from '../instructions/answered-lately.ts'
import type { Logger } from '../lib/logger.ts'
import { type SecretVariables, variablesIn } from '../lib/secret-variables.ts'

/** The most output tokens and US dollars of a workflow run; null for no limit. */
export type RunCeilings = { readonly budget: number | null; readonly budgetUsd: number | null }

type Deps = {
  /** The settings of the person under the layers above them. */
  readonly user: Config['current']
  /** The settings of the person alone, without the layers above them. */
  readonly own: () => UserConfig
  /** The layers above the files of the person and of folders. */
  readonly higher: Pick<HigherLayers, 'forced' | 'commandLine' | 'managed'>
  readonly now: () => number
  readonly logger: Logger
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** The person's sandbox settings. */
  readonly sandbox: () => SandboxTable
}

/** Lifetime of a cached project file for agents, in milliseconds. */
const AGENTS_MS = 1_000

/** Maximum cached projects. */
const KEPT = 64

/** The settings files of a folder: what each sets, and the error of one that cannot be used. */
export type FolderLayers = Readonly<
  Record<FolderFile, { readonly config: ProjectConfig | null; readonly problem: AppErrorData | null }>
>

const NO_FILES: FolderLayers = {
  project: { config: null, problem: null },
  local: { config: null, problem: null },
}

/**
 * Merges the person's settings with the files of each folder. The files are read at the start of a run and stay
 * fixed for it.
 */
export function createProjectSettings({ user, own, higher, now, logger, secretVariables, sandbox }: Deps) {
  const layers = new Map<string, FolderLayers>()
  const read = async (root: string): Promise<void> => {
    const [project, local] = await Promise.all([readFile(root, 'project'), readFile(root, 'local')])
    keepNewest(layers, root, { project, local }, KEPT)
  }
  const readFile = async (root: string, which: FolderFile): Promise<FolderLayers[FolderFile]> => {
    const found = await loadProjectConfig(root, which)
    secretVariables.add(variablesIn(JSON.stringify(found.config)))
    if (found.problem === null) return found
    logger.warn('The settings of a project cannot be used', { why: found.problem.message })
    // A file with a new error must not lose the refusals that it held before.
    return { ...found, config: layers.get(root)?.[which].config ?? null }
  }
  const folderOf = rememberLast(folderInForce)
  const files = {
    get: (root: string): ProjectConfig | null => folderOf(layers.get(root) ?? NO_FILES, higher.forced()),
  }
  const { anew: refresh, lately } = createAnsweredLately({ now, holdsMs: AGENTS_MS, ask: read })
  const recall = (root: string) => recallInForce(user().memory, files.get(root)?.memory)
  const contextOf = rememberLast(contextInForce)
  const sandboxOf = rememberLast(stricterSandbox<SandboxTable>)
  return {
    refresh,
    /** The same for agents, of which many begin at once: what was read for another a moment ago will do. */
    refreshForAgent: lately,
    runs: (root: string): EffectiveConfig['runs'] => mergeConfig(user(), files.get(root) ?? null).runs,
    /** Returns the workflow limits for chats in this folder, from the current files. */
    chatCeilings: async (root: string): Promise<RunCeilings> => {
      await refresh(root)
      const { chatCeiling, chatCeilingUsd } = mergeConfig(user(), files.get(root) ?? null).workflows
      return { budget: chatCeiling, budgetUsd: chatCeilingUsd }
    },
    /** The model that the folder's file chooses among the person's; null where it chooses none. */
    model: async (root: string): Promise<ModelRef | null> => {
      await refresh(root)
      const file = files.get(root) ?? null
      const { model } = mergeConfig(user(), file)
      return file?.model === undefined || model === null ? null : refOf(model)
    },
    /** Returns the context settings; the project overrides the person, and the agent overrides both. */
    context: (root: string, agent?: ContextSettings): ContextSettings =>
      contextOf(user(), files.get(root), higher.forced(), agent),
    /** The same, each as it stands in its own file. */
    contextLayers: (root: string): Record<'user' | 'project', ContextSettings | undefined> => ({
      user: user().context,
      project: files.get(root)?.context,
    }),
    /** Returns all settings of a folder. The sandbox is that of the folder too. */
    inFolder: (root: string): EffectiveConfig => mergeConfig(user(), files.get(root)),
    /** Returns the files of a folder as they were last read. */
    layers: async (root: string): Promise<FolderLayers> => {
      await refresh(root)
      return layers.get(root) ?? NO_FILES
    },
    /** The most requests of a run that a higher layer sets; null for none. */
    forcedTurns: (): number | null => higher.forced().runs?.maxTurns ?? null,
    /** The freest permission mode that the administrator allows; undefined for any. */
    freestMode: () => higher.managed().permissionMode,
    /** Returns the recall settings of this folder. */
    recall: async (root: string): Promise<RecallInForce> => {
      await refresh(root)
      return recall(root)
    },
    /** The sandbox of commands in this folder. The folder's own file can only tighten it. */
    sandbox: (root: string): SandboxTable => sandboxOf(sandbox(), files.get(root)?.sandbox),
    /** Rules by where they come from. The folder's own can only ask or refuse. */
    rules: (root: string): readonly (readonly PermissionRule[])[] => [
      own().permissions ?? [],
      files.get(root)?.permissions ?? [],
      higher.commandLine().permissions ?? [],
      higher.managed().permissions ?? [],
    ],
  }
}

function contextInForce(
  user: UserConfig,
  file: ProjectConfig | null,
  forced: UserConfig,
  agent?: ContextSettings,
): ContextSettings {
  const recallFraction = recallInForce(user.memory, file?.memory).values.maxBudgetFraction
  return { ...user.context, ...file?.context, recallFraction, ...agent, ...forced.context }
}

/** Merges the files of a folder, without the values that a higher layer sets. */
function folderInForce({ project, local }: FolderLayers, forced: UserConfig): ProjectConfig | null {
  const both = mergeFolder(project.config, local.config)
  return both === null ? null : withoutSet(both, forced)
}

export type ProjectSettings = ReturnType<typeof createProjectSettings>
