import { z } from 'zod'
import { PermissionMode } from '../permission/mode.ts'
import { PermissionRule } from '../permission/rule.ts'

/** `vault:<name>` names a secret of the vault, `env:<NAME>` a variable of the environment. */
export const ApiKeyRef = z.string().regex(/^(vault:[A-Za-z0-9][A-Za-z0-9._-]*|env:[A-Za-z_][A-Za-z0-9_]*)$/)
export type ApiKeyRef = z.infer<typeof ApiKeyRef>

export const BuiltinModelConfig = z.strictObject({
  type: z.literal('builtin'),
  provider: z.string().min(1),
  id: z.string().min(1),
  apiKeyRef: z.exactOptional(ApiKeyRef),
})

export const CustomModelConfig = z.strictObject({
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
  inputPrice: z.exactOptional(z.number().nonnegative()),
  outputPrice: z.exactOptional(z.number().nonnegative()),
})
export type CustomModelConfig = z.infer<typeof CustomModelConfig>

export const ModelConfig = z.discriminatedUnion('type', [BuiltinModelConfig, CustomModelConfig])
export type ModelConfig = z.infer<typeof ModelConfig>

export const Theme = z.enum(['system', 'dark', 'light'])
export type Theme = z.infer<typeof Theme>
export const LocaleChoice = z.enum(['system', 'en', 'zh-CN'])
export type LocaleChoice = z.infer<typeof LocaleChoice>

/** `config.toml` of the user. Strict: an unknown key is refused with its dotted name. */
export const UserConfig = z.strictObject({
  model: z.exactOptional(ModelConfig),
  models: z.exactOptional(z.record(z.string(), ModelConfig)),
  runs: z.exactOptional(
    z.strictObject({
      maxTurns: z.exactOptional(z.number().int().positive()),
      maxParallel: z.exactOptional(z.number().int().positive()),
      cancelGraceMs: z.exactOptional(z.number().int().nonnegative()),
    }),
  ),
  context: z.exactOptional(
    z.strictObject({
      maxInputTokens: z.exactOptional(z.number().int().positive()),
      reserveOutput: z.exactOptional(z.number().int().positive()),
      toolOutputMaxChars: z.exactOptional(z.number().int().positive()),
    }),
  ),
  permissions: z.exactOptional(z.array(PermissionRule)),
  permissionMode: z.exactOptional(PermissionMode),
  ui: z.exactOptional(
    z.strictObject({ locale: z.exactOptional(LocaleChoice), theme: z.exactOptional(Theme) }),
  ),
})
export type UserConfig = z.infer<typeof UserConfig>

/** What a checked-in project file may set: nothing that names a secret, a host or code, nothing that allows. */
export const ProjectConfig = z.strictObject({
  runs: z.exactOptional(UserConfig.shape.runs.unwrap()),
  context: z.exactOptional(UserConfig.shape.context.unwrap()),
  model: z.exactOptional(z.strictObject({ use: z.string() })),
  permissions: z.exactOptional(
    z.array(z.strictObject({ ...PermissionRule.shape, action: z.enum(['ask', 'deny']) })),
  ),
})
export type ProjectConfig = z.infer<typeof ProjectConfig>
