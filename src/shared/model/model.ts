import { z } from 'zod'
import { ModelRef } from '../ids.ts'
import { Told } from '../sentence-data.ts'
import { EFFORTS } from './efforts.ts'
import { ModelPrices } from './prices.ts'
import { ProviderReplay } from './provider-replay.ts'
import { ModelRole } from './roles.ts'

/** The wire protocols a provider can speak. */
export const ModelApi = z.enum([
  'builtin',
  'openai-completions',
  'openai-responses',
  'google-generative-ai',
  'anthropic-messages',
])
export type ModelApi = z.infer<typeof ModelApi>

/** Reasoning effort for models that support it. */
export const ReasoningEffort = z.enum(EFFORTS)
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** The share of likely words a model chooses from. */
export const TopP = z.number().gt(0).max(1)

/** Model metadata. Limits are tokens; prices are US dollars per million tokens. */
export const ModelInfo = z.strictObject({
  ref: ModelRef,
  id: z.string(),
  provider: z.string(),
  api: ModelApi,
  label: z.string(),
  contextWindow: z.number().int().positive(),
  maxOutput: z.number().int().positive(),
  /** Whether the output limit is unknown and `maxOutput` only an estimate: a request then names no limit. */
  isOutputGuessed: z.exactOptional(z.literal(true)),
  reasoning: z.boolean(),
  /** Missing: the model's default. */
  topP: z.exactOptional(TopP),
  reasoningEffort: z.exactOptional(ReasoningEffort),
  /** The form of earlier tool rounds without their reasoning. Missing: as the documentation of its server asks. */
  providerReplay: z.exactOptional(ProviderReplay),
  /** Whether requests continue the one before over an open connection. Missing: each is sent whole. */
  continuation: z.exactOptional(z.literal(true)),
  /** The plan of the person that pays for it. Missing: it is paid by tokens. */
  plan: z.exactOptional(z.literal('chatgpt')),
  /** The effort that the environment fixes for every request. Missing: it fixes none. */
  fixedEffort: z.exactOptional(ReasoningEffort),
  /** The efforts it can be asked for, the least first. Missing: not known, so any is sent. */
  efforts: z.exactOptional(z.array(ReasoningEffort).readonly()),
  /** Whether it sees pictures; missing when unknown. */
  pictures: z.exactOptional(z.boolean()),
  /** Whether it reads PDFs; missing: unknown. */
  pdfs: z.exactOptional(z.boolean()),
  /** Whether it takes tools; missing: unknown. */
  tools: z.exactOptional(z.boolean()),
  /** The models that share its ways, such as `claude` or `gpt`; missing where it is not known. */
  family: z.exactOptional(z.string()),
  /** The day on which its provider shuts it down, as `YYYY-MM-DD`; missing where none is announced. */
  endsOn: z.exactOptional(z.iso.date()),
  /** `null` when it is not known; 0 for a model that runs on this machine. */
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  /** All its prices, from the catalogue. Missing: only the two above count. */
  prices: z.exactOptional(ModelPrices),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** A line in the model picker. */
export const ModelListing = z.strictObject({
  ...ModelInfo.shape,
  source: z.enum(['builtin', 'config', 'detected', 'catalogue']),
  /** Whether only its provider and id are in the settings, so that its limits and prices keep up. */
  isByName: z.exactOptional(z.literal(true)),
  baseUrl: z.string().nullable(),
  /** `vault:<name>` or `env:<NAME>`; the value is never here. */
  apiKeyRef: z.string().nullable(),
  key: z.enum(['not_needed', 'present', 'missing']),
  isDefault: z.boolean(),
  /** The model to use when this one is unavailable. */
  fallback: z.exactOptional(ModelRef),
  /** The roles that the person gave it for all providers. */
  roles: z.exactOptional(z.array(ModelRole).readonly()),
})
export type ModelListing = z.infer<typeof ModelListing>

/** Models of the catalogue that can be chosen because their provider is set up. */
export const OfferedModels = z.strictObject({
  /** The day on which the catalogue's facts were read; null before it is loaded. */
  date: z.iso.date().nullable(),
  models: z.array(ModelListing).readonly(),
})
export type OfferedModels = z.infer<typeof OfferedModels>

/** The facts that a server lists for a model. Servers list some of them, or none. */
export const ModelFacts = z.strictObject({
  /** The window it is served with, which may be far smaller than the model's own. */
  contextWindow: z.exactOptional(z.number().int().positive()),
  /** The longest answer it gives, in tokens. */
  maxOutput: z.exactOptional(z.number().int().positive()),
  reasoning: z.exactOptional(z.boolean()),
  pictures: z.exactOptional(z.boolean()),
  /** The window is what its server usually gives: what it gives this model shows once it is loaded. */
  isGuess: z.exactOptional(z.literal(true)),
})
export type ModelFacts = z.infer<typeof ModelFacts>

/** A local server that was looked for. */
export const DetectedServer = z.strictObject({
  name: z.string(),
  baseUrl: z.string(),
  port: z.number(),
  running: z.boolean(),
  models: z.array(z.string()),
  /** Reported metadata by model name. */
  facts: z.exactOptional(z.record(z.string(), ModelFacts)),
})
export type DetectedServer = z.infer<typeof DetectedServer>

/** Steps of a connection test, in order. */
export const ConnectionStep = z.enum([
  'address',
  'keyFound',
  'reached',
  'protocol',
  'keyAccepted',
  'modelKnown',
  'answer',
])
export type ConnectionStep = z.infer<typeof ConnectionStep>

/** The result of a connection test, with advice the person can act on. */
export const ConnectionReport = z.strictObject({
  ok: z.boolean(),
  steps: z.array(z.strictObject({ step: ConnectionStep, ok: z.boolean(), detail: Told })).readonly(),
  models: z.array(z.string()),
})
export type ConnectionReport = z.infer<typeof ConnectionReport>
