import type { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { RecallInForce } from '#shared/memory/recall-settings.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { Config } from '../config/load-config.ts'
import { type EffectiveConfig, mergeConfig, refOf } from '../config/merge-config.ts'
import { loadProjectConfig } from '../config/project-config.ts'
import { recallInForce } from '../config/recall-in-force.ts'
import { stricterSandbox } from '../config/stricter-sandbox.ts'
import type { ContextSettings } from '../context/budget/policy.ts'
import { createAnsweredLately } from '../instructions/answered-lately.ts'
import type { Logger } from '../lib/logger.ts'
import { type SecretVariables, variablesIn } from '../lib/secret-variables.ts'

/** The most output tokens and US dollars of a workflow run; null for no limit. */
export type RunCeilings = { readonly budget: number | null; readonly budgetUsd: number | null }

type Deps = {
  readonly user: Config['current']
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

/**
 * Merges the person's settings with each project's file. The file is read at the start of a run and stays
 * fixed for it.
 */
export function createProjectSettings({ user, now, logger, secretVariables, sandbox }: Deps) {
  const files = new Map<string, ProjectConfig | null>()
  const read = async (root: string): Promise<void> => {
    const { config, problem } = await loadProjectConfig(root)
    secretVariables.add(variablesIn(JSON.stringify(config)))
    if (problem !== null) logger.warn('The settings of a project cannot be used', { why: problem.message })
    // A file that was broken since it was last read must not take the refusals with it that stood in it.
    const inForce = problem === null ? config : (files.get(root) ?? null)
    keepNewest(files, root, inForce, KEPT)
  }
  const { anew: refresh, lately } = createAnsweredLately({ now, holdsMs: AGENTS_MS, ask: read })
  const recall = (root: string) => recallInForce(user().memory, files.get(root)?.memory)
  const contextOf = rememberLast(contextInForce)
  const sandboxOf = rememberLast(stricterSandbox)
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
      contextOf(user(), files.get(root) ?? null, agent),
    /** The same, each as it stands in its own file. */
    contextLayers: (root: string): Record<'user' | 'project', ContextSettings | undefined> => ({
      user: user().context,
      project: files.get(root)?.context,
    }),
    /** Returns the recall settings of this folder. */
    recall: async (root: string): Promise<RecallInForce> => {
      await refresh(root)
      return recall(root)
    },
    /** The sandbox of commands in this folder. The folder's own file can only tighten it. */
    sandbox: (root: string): SandboxTable => sandboxOf(sandbox(), files.get(root)?.sandbox),
    /** Rules by where they come from. The folder's own can only ask or refuse. */
    rules: (root: string): readonly (readonly PermissionRule[])[] => [
      user().permissions ?? [],
      files.get(root)?.permissions ?? [],
    ],
  }
}

function contextInForce(
  user: UserConfig,
  file: ProjectConfig | null,
  agent?: ContextSettings,
): ContextSettings {
  const recallFraction = recallInForce(user.memory, file?.memory).values.maxBudgetFraction
  return { ...user.context, ...file?.context, recallFraction, ...agent }
}

export type ProjectSettings = ReturnType<typeof createProjectSettings>
