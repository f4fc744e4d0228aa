import { z } from 'zod'
import { AgentsTable, ProjectAgentsTable } from '../agent/agent-changes.ts'
import { KEY_ACTIONS, type KeyAction, keyOf } from '../keys/key-actions.ts'
import { McpTable } from '../mcp/server-config.ts'
import { MemoryTable, RecallChanges } from '../memory/recall-settings.ts'
import { KNOWN_PROVIDERS, PRACTICE_ID, PRACTICE_PROVIDER, PROVIDER_NAMES } from '../model/known-providers.ts'
import { type ModelApi, ReasoningEffort, TopP } from '../model/model.ts'
import { ProviderReplay, providerReplaysOf } from '../model/provider-replay.ts'
import { MODEL_ROLES } from '../model/roles.ts'
import { PermissionMode } from '../permission/mode.ts'
import { PermissionRule } from '../permission/rule.ts'
import { AfterEditList } from '../problems/after-edit.ts'
import { FormatTable } from '../problems/format-table.ts'
import { DiagnosticsTable, OwnDiagnosticsTable } from '../problems/language-server.ts'
import { ProjectSandboxTable, SandboxTable } from '../sandbox/settings.ts'
import { StatusLineTable } from '../status-line/status-line.ts'
import { ToolsTable } from '../tools/settings.ts'
import { WebTable } from '../web/settings.ts'
import { AllowedHooks } from './allowed-hooks.ts'
import { ApiKeyRef } from './api-key-ref.ts'
import { SummaryEvery } from './choices.ts'
import { ContextTable } from './context-table.ts'
import { LocaleChoice, Theme } from './look.ts'
import { VariableName } from './variable-name.ts'

export { ApiKeyRef }

const KEY_IDS = KEY_ACTIONS.map(({ id }) => id) as [KeyAction, ...KeyAction[]]
const KeyText = z.string().refine((text) => keyOf(text) !== null, {
  error: 'is no key that can be used, such as Mod+Shift+J',
})

/** The variables that commands inherit although they look like secrets, by the folder of a project. */
const EnvironmentTable = z.strictObject({
  projects: z.record(z.string(), z.array(VariableName)),
})

/** The model that answers when this one cannot be had: a name under `[models]`, or `provider/id`. */
const Fallback = z.exactOptional(z.string().min(1))

const BUILTIN_PROVIDERS = [...PROVIDER_NAMES, PRACTICE_PROVIDER] as const

/** True: requests continue the one before over a WebSocket. Only the protocol `openai-responses` has this. */
const Continuation = z.exactOptional(z.boolean())

const BuiltinModel = z.strictObject({
  type: z.literal('builtin'),
  provider: z.enum(BUILTIN_PROVIDERS),
  id: z.string().min(1),
  apiKeyRef: z.exactOptional(ApiKeyRef),
  topP: z.exactOptional(TopP),
  reasoningEffort: z.exactOptional(ReasoningEffort),
  providerReplay: z.exactOptional(ProviderReplay),
  continuation: Continuation,
  fallback: Fallback,
})

const NO_EMPTY_FIELD = {
  path: ['providerReplay'],
  error: 'this protocol has no empty field for missing reasoning',
}

const NO_CONTINUATION = { path: ['continuation'], error: 'only openai-responses continues requests' }

const continues = (api: ModelApi): boolean => api === 'openai-responses'

/** Whether a protocol has what the setting sends. */
function takesReplay(api: ModelApi, replay: ProviderReplay | undefined): boolean {
  return replay !== 'provider_empty_replay_field' || providerReplaysOf(api).includes(replay)
}

/** A name that no provider has is an error, never another model. */
export const BuiltinModelConfig = BuiltinModel.refine(
  ({ provider, id }) => provider !== PRACTICE_PROVIDER || id === PRACTICE_ID,
  { path: ['id'], error: `must be one of: ${PRACTICE_ID}` },
)
  .refine(
    ({ provider, providerReplay }) =>
      provider === PRACTICE_PROVIDER || takesReplay(KNOWN_PROVIDERS[provider].api, providerReplay),
    NO_EMPTY_FIELD,
  )
  .refine(
    ({ provider, continuation }) =>
      continuation !== true || (provider !== PRACTICE_PROVIDER && continues(KNOWN_PROVIDERS[provider].api)),
    NO_CONTINUATION,
  )

const CustomModel = z.strictObject({
  type: z.literal('custom'),
  api: z.enum(['openai-completions', 'openai-responses', 'google-generative-ai', 'anthropic-messages']),
  provider: z.string().regex(/^[^/\s]+$/),
  id: z.string().min(1),
  label: z.exactOptional(z.string()),
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKeyRef: z.exactOptional(ApiKeyRef),
  contextWindow: z.number().int().positive(),
  maxTokens: z.number().int().positive(),
  reasoning: z.boolean(),
  topP: z.exactOptional(TopP),
  reasoningEffort: z.exactOptional(ReasoningEffort),
  /** The form of earlier tool rounds without their reasoning. */
  providerReplay: z.exactOptional(ProviderReplay),
  continuation: Continuation,
  /** Whether it sees pictures; without it the first picture is tried. */
  pictures: z.exactOptional(z.boolean()),
  inputPrice: z.exactOptional(z.number().nonnegative()),
  outputPrice: z.exactOptional(z.number().nonnegative()),
  fallback: Fallback,
})

/** A model that does not think has no effort to set: saying so here is kinder than a server that refuses every request. */
export const CustomModelConfig = CustomModel.refine(
  ({ reasoning, reasoningEffort }) => reasoning || reasoningEffort === undefined,
  { path: ['reasoningEffort'], error: 'only a model with reasoning = true has a reasoning effort' },
)
  .refine(({ reasoning, providerReplay }) => reasoning || providerReplay === undefined, {
    path: ['providerReplay'],
    error: 'only a model with reasoning = true replays reasoning',
  })
  .refine(({ api, providerReplay }) => takesReplay(api, providerReplay), NO_EMPTY_FIELD)
  .refine(({ api, continuation }) => continuation !== true || continues(api), NO_CONTINUATION)
export type CustomModelConfig = z.infer<typeof CustomModelConfig>

export const ModelConfig = z.discriminatedUnion('type', [BuiltinModelConfig, CustomModelConfig])
export type ModelConfig = z.infer<typeof ModelConfig>

/** The amount of a limit in US dollars. */
export const LimitDollars = z.number().positive().max(1_000_000)

/** US dollars per local calendar day and month: a warning, and a stop at which runs pause. */
const SpendTable = z.strictObject({
  warnPerDay: z.exactOptional(LimitDollars),
  stopPerDay: z.exactOptional(LimitDollars),
  warnPerMonth: z.exactOptional(LimitDollars),
  stopPerMonth: z.exactOptional(LimitDollars),
})
export type SpendTable = z.infer<typeof SpendTable>

/** Skills that agents do not see, by name. */
const SkillsTable = z.strictObject({
  disabled: z.exactOptional(z.array(z.string().min(1).max(80))),
})

const RoleTable = z.strictObject({
  small: z.exactOptional(z.string().min(1)),
  medium: z.exactOptional(z.string().min(1)),
  large: z.exactOptional(z.string().min(1)),
})

/** `config.toml` of the user. Strict: an unknown key is refused with its dotted name. */
const UserTable = z.strictObject({
  model: z.exactOptional(ModelConfig),
  models: z.exactOptional(z.record(z.string(), ModelConfig)),
  /**
   * Models that agents, scripts and commands name by size: names under `[models]`, or `provider/id`. `small` also does
   * what the app asks beside a conversation. `providers.<provider>` counts where the chat uses that provider.
   */
  roles: z.exactOptional(
    z.strictObject({
      ...RoleTable.shape,
      providers: z.exactOptional(z.record(z.string(), RoleTable)),
    }),
  ),
  runs: z.exactOptional(
    z.strictObject({
      maxTurns: z.exactOptional(z.number().int().positive()),
      maxParallel: z.exactOptional(z.number().int().positive()),
      cancelGraceMs: z.exactOptional(z.number().int().nonnegative()),
      /** US dollars and minutes of work after which a run pauses. */
      maxCost: z.exactOptional(z.number().positive()),
      maxMinutes: z.exactOptional(z.number().positive()),
      /** Days without anything new after which a chat is archived. */
      sessionTtl: z.exactOptional(z.number().int().min(1).max(3_650)),
      /** Minutes without any event before a silent subagent is retried, once. */
      silentMinutes: z.exactOptional(z.number().positive().max(1_440)),
      /** The share of a limit at which the person gets a warning. */
      warnAt: z.exactOptional(z.number().gt(0).lt(1)),
    }),
  ),
  /** Limits over everything, and over single projects by the path of their folder. */
  limits: z.exactOptional(
    z.strictObject({ ...SpendTable.shape, projects: z.exactOptional(z.record(z.string(), SpendTable)) }),
  ),
  context: z.exactOptional(ContextTable),
  workflows: z.exactOptional(
    z.strictObject({
      /** The ceiling of output tokens of a run that is started from a chat; 0 for none. */
      chatCeiling: z.exactOptional(z.number().int().nonnegative()),
      /** The same in US dollars. */
      chatCeilingUsd: z.exactOptional(z.number().nonnegative()),
    }),
  ),
  memory: z.exactOptional(MemoryTable),
  /**
   * `enabled = false`: no agent is offered a team, and those there are rest. `apart = true`: tools of teammates work in
   * processes of their own.
   */
  teams: z.exactOptional(
    z.strictObject({ enabled: z.exactOptional(z.boolean()), apart: z.exactOptional(z.boolean()) }),
  ),
  /** Background settings, and changes to single agents by their name. */
  agents: z.exactOptional(AgentsTable),
  /**
   * `modelTitles`: whether a model names a chat after its first answer. `summaries`: whether a summary is kept in the
   * background, again after each `summaryEvery` tokens. `suggestions`: whether the next message is suggested.
   */
  chats: z.exactOptional(
    z.strictObject({
      modelTitles: z.exactOptional(z.boolean()),
      summaries: z.exactOptional(z.boolean()),
      summaryEvery: z.exactOptional(SummaryEvery),
      suggestions: z.exactOptional(z.boolean()),
    }),
  ),
  environment: z.exactOptional(EnvironmentTable),
  /** Servers that bring agents tools. */
  mcp: z.exactOptional(McpTable),
  /** Web access of agents. */
  web: z.exactOptional(WebTable),
  tools: z.exactOptional(ToolsTable),
  /** Settings for language servers of projects. */
  diagnostics: z.exactOptional(OwnDiagnosticsTable),
  skills: z.exactOptional(SkillsTable),
  permissions: z.exactOptional(z.array(PermissionRule)),
  permissionMode: z.exactOptional(PermissionMode),
  sandbox: z.exactOptional(SandboxTable),
  /** Keys of actions, such as `newChat = "Mod+J"`. */
  keys: z.exactOptional(z.partialRecord(z.enum(KEY_IDS), KeyText)),
  /** A command that prints the line above the status bar. */
  statusLine: z.exactOptional(StatusLineTable),
  /** True: commands that only read ask like any other, unless a rule allows them. */
  askForReadOnly: z.exactOptional(z.boolean()),
  ui: z.exactOptional(
    z.strictObject({
      locale: z.exactOptional(LocaleChoice),
      theme: z.exactOptional(Theme),
      /** Whether Shift+Tab in the message box changes the permission mode. */
      modeKey: z.exactOptional(z.boolean()),
    }),
  ),
})

/** A misspelt name would only be noticed on the day it is needed. */
export const UserConfig = UserTable.superRefine(({ model, models = {}, roles }, context) => {
  const check = (path: readonly string[], each: ModelConfig): void => {
    const wrong = fallbackProblem(each, models)
    if (wrong !== null) context.addIssue({ code: 'custom', path: [...path, 'fallback'], message: wrong })
  }
  if (model !== undefined) check(['model'], model)
  for (const [name, each] of Object.entries(models)) check(['models', name], each)
  const checkRoles = (path: readonly string[], table: z.infer<typeof RoleTable>): void => {
    for (const role of MODEL_ROLES) {
      const name = table[role]
      if (name === undefined || !isNobody(name, models)) continue
      context.addIssue({ code: 'custom', path: [...path, role], message: NOBODY })
    }
  }
  checkRoles(['roles'], roles ?? {})
  for (const [provider, table] of Object.entries(roles?.providers ?? {})) {
    checkRoles(['roles', 'providers', provider], table)
  }
})
export type UserConfig = z.infer<typeof UserConfig>

/**
 * Settings that a file in a project folder may contain, checked in or local. Secrets, hosts and permissions are excluded.
 * MCP servers start only once the person trusts each as it is, and commands run only while the person trusts the project
 * as it is.
 */
export const ProjectConfig = z.strictObject({
  runs: z.exactOptional(UserTable.shape.runs.unwrap()),
  context: z.exactOptional(ContextTable),
  workflows: z.exactOptional(UserTable.shape.workflows.unwrap()),
  /** Limits over this project. They can only lower the person's. */
  limits: z.exactOptional(SpendTable),
  memory: z.exactOptional(RecallChanges),
  model: z.exactOptional(z.strictObject({ use: z.string() })),
  sandbox: z.exactOptional(ProjectSandboxTable),
  mcp: z.exactOptional(McpTable),
  skills: z.exactOptional(SkillsTable),
  /** Agents that are switched off here, or have fewer tools. */
  agents: z.exactOptional(ProjectAgentsTable),
  /** Commands that check files after an agent edited them. They run in trusted folders only. */
  afterEdit: z.exactOptional(AfterEditList),
  /** Language servers. Each starts only once the person switched it on. */
  diagnostics: z.exactOptional(DiagnosticsTable),
  /** When and by which commands files are formatted. In trusted folders only. */
  format: z.exactOptional(FormatTable),
  permissions: z.exactOptional(
    z.array(z.strictObject({ ...PermissionRule.shape, action: z.enum(['ask', 'deny']) })),
  ),
})
export type ProjectConfig = z.infer<typeof ProjectConfig>

/** `.orrery/config.local.toml`: the same without commands, because only the shared file is part of what the person trusts. */
export const LocalConfig = ProjectConfig.omit({ afterEdit: true, format: true })

/** Settings of the command line. Names of models are not checked, because the file of the user may define them. */
export const CommandLineConfig = UserTable

/** Settings of the administrator of the computer. They win over every other layer. */
export const ManagedConfig = z.strictObject({
  ...UserTable.shape,
  hooks: z.exactOptional(z.strictObject({ allow: z.exactOptional(AllowedHooks) })),
})
export type ManagedConfig = z.infer<typeof ManagedConfig>

type Models = Readonly<Record<string, ModelConfig>>

const NOBODY = 'there is no model of this name under [models]'

/**
 * Whether a name matches no configured model. Detected local models are not in the file; they are named by
 * server, with a slash.
 */
const isNobody = (name: string, models: Models) => !Object.hasOwn(models, name) && !name.includes('/')

function fallbackProblem(model: ModelConfig, models: Models): string | null {
  const { fallback, provider, id } = model
  if (fallback === undefined) return null
  if (isNobody(fallback, models)) return NOBODY
  const named = Object.hasOwn(models, fallback) ? models[fallback] : undefined
  const ref = named === undefined ? fallback : `${named.provider}/${named.id}`
  return ref === `${provider}/${id}` ? 'a model cannot stand in for itself' : null
}
