import type { ModelConfig, ProjectConfig, UserConfig } from '#shared/config/config.ts'
import type { RecallSettings } from '#shared/memory/recall-settings.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { recallInForce } from './recall-in-force.ts'

/** The effective settings of one project, with all defaults filled in. */
export type EffectiveConfig = {
  readonly model: ModelConfig | null
  readonly models: Readonly<Record<string, ModelConfig>>
  readonly runs: {
    readonly maxTurns: number
    readonly maxParallel: number
    readonly cancelGraceMs: number
    /** US dollars, and minutes of work; `null`: no limit. */
    readonly maxCost: number | null
    readonly maxMinutes: number | null
    readonly warnAt: number
    /** Minutes after which an agent nothing is heard of is stopped and tried again once. */
    readonly silentMinutes: number
    /** Days after which an idle chat is archived; `null`: never. */
    readonly sessionTtl: number | null
  }
  readonly context: {
    /** `null`: as much as the model takes. */
    readonly maxInputTokens: number | null
    readonly reserveOutput: number
    readonly toolOutputMaxChars: number
    readonly autoCompact: boolean
    readonly compactAt: number
    readonly window: NonNullable<NonNullable<UserConfig['context']>['window']>
  }
  /** The most output tokens and US dollars of a workflow run that a chat starts; `null`: no limit. */
  readonly workflows: { readonly chatCeiling: number | null; readonly chatCeilingUsd: number | null }
  readonly memory: RecallSettings
  readonly permissions: readonly PermissionRule[]
  readonly permissionMode: PermissionMode
}

const BUILT_IN = {
  runs: {
    maxTurns: 200,
    maxParallel: 16,
    cancelGraceMs: 5_000,
    warnAt: 0.8,
    silentMinutes: 16,
    sessionTtl: null,
  },
  context: {
    maxInputTokens: null,
    reserveOutput: 8_192,
    toolOutputMaxChars: 30_000,
    autoCompact: true,
    compactAt: 0.8,
    window: { strategy: 'full' },
  },
  workflows: { chatCeiling: 200_000 },
} as const

/**
 * Built-in values, then the person's, then the project's. A project's rules are added to the person's and can
 * only ask or deny, so that opening a folder never allows anything.
 */
export const mergeConfig = rememberLast(merged)

function merged(user: UserConfig, project: ProjectConfig | null): EffectiveConfig {
  const models = user.models ?? {}
  return {
    model: chosenModel(user, project?.model?.use) ?? user.model ?? null,
    models,
    runs: {
      ...BUILT_IN.runs,
      ...user.runs,
      ...project?.runs,
      maxCost: stricter(user.runs?.maxCost, project?.runs?.maxCost),
      maxMinutes: stricter(user.runs?.maxMinutes, project?.runs?.maxMinutes),
    },
    context: { ...BUILT_IN.context, ...user.context, ...project?.context },
    workflows: {
      chatCeiling: stricter(
        unlessZero(user.workflows?.chatCeiling ?? BUILT_IN.workflows.chatCeiling),
        unlessZero(project?.workflows?.chatCeiling),
      ),
      chatCeilingUsd: stricter(
        unlessZero(user.workflows?.chatCeilingUsd),
        unlessZero(project?.workflows?.chatCeilingUsd),
      ),
    },
    memory: recallInForce(user.memory, project?.memory).values,
    permissions: [...(user.permissions ?? []), ...(project?.permissions ?? [])],
    permissionMode: user.permissionMode ?? 'ask',
  }
}

/** A folder cannot spend more than the person allows. */
function stricter(mine: number | undefined, project: number | undefined): number | null {
  const least = Math.min(mine ?? Number.POSITIVE_INFINITY, project ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(least) ? least : null
}

/** Maps zero to no limit where a default limit exists. */
const unlessZero = (limit: number | undefined): number | undefined => (limit === 0 ? undefined : limit)

/** A project may choose among the person's models, by name or by `provider/id`; it can bring none along. */
function chosenModel(user: UserConfig, use: string | undefined): ModelConfig | null {
  if (use === undefined) return null
  const named = user.models !== undefined && Object.hasOwn(user.models, use) ? user.models[use] : undefined
  const all = [...Object.values(user.models ?? {}), ...(user.model === undefined ? [] : [user.model])]
  return named ?? all.find((model) => refOf(model) === use) ?? null
}

/** Returns the reference of a model. */
export function refOf({ provider, id }: Pick<ModelConfig, 'provider' | 'id'>): string {
  return `${provider}/${id}`
}
