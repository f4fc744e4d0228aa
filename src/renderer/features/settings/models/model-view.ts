import type { CustomModelConfig } from '#shared/config/config.ts'
import type { ModelRef } from '#shared/ids.ts'
import {
  type ConnectionReport,
  type DetectedServer,
  type ModelListing,
  type ReasoningEffort,
  TopP,
} from '#shared/model/model.ts'
import { type ProviderReplay, providerReplaysOf } from '#shared/model/provider-replay.ts'

/** The content of the panel beside the models. */
export type ModelView =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly draft: ModelDraft }
  | { readonly kind: 'model'; readonly ref: ModelRef }

export const NO_MODEL: ModelView = { kind: 'none' }

/** The image support of a model. */
export const PICTURES = ['unknown', 'yes', 'no'] as const
type Pictures = (typeof PICTURES)[number]

/** A model as it is typed: every number is still a text. */
export type ModelDraft = {
  readonly api: CustomModelConfig['api']
  readonly provider: string
  readonly id: string
  readonly label: string
  readonly baseUrl: string
  readonly key: 'none' | 'vault' | 'env'
  readonly keyName: string
  readonly contextWindow: string
  readonly maxTokens: string
  readonly reasoning: boolean
  /** Empty where the model chooses. */
  readonly reasoningEffort: ReasoningEffort | ''
  /** The form of tool rounds without their reasoning; empty where that is automatic. */
  readonly providerReplay: ProviderReplay | ''
  readonly continuation: boolean
  readonly topP: string
  /** Whether it supports images; unknown until one is sent. */
  readonly pictures: Pictures
  readonly inputPrice: string
  readonly outputPrice: string
  /** The model that answers when this one cannot; empty for none. */
  readonly fallback: string
}

export const NEW_MODEL: ModelDraft = {
  api: 'openai-completions',
  provider: '',
  id: '',
  label: '',
  baseUrl: 'https://',
  key: 'vault',
  keyName: '',
  contextWindow: '128000',
  maxTokens: '8192',
  reasoning: false,
  reasoningEffort: '',
  providerReplay: '',
  continuation: false,
  topP: '',
  pictures: 'unknown',
  inputPrice: '',
  outputPrice: '',
  fallback: '',
}

/** The form filled in from a model that is known. */
export function draftOf(model: ModelListing): ModelDraft {
  const [kind, ...name] = (model.apiKeyRef ?? '').split(':')
  return {
    api: model.api === 'builtin' ? 'openai-completions' : model.api,
    provider: model.provider,
    id: model.id,
    label: model.label === model.id ? '' : model.label,
    baseUrl: model.baseUrl ?? '',
    key: kind === 'vault' || kind === 'env' ? kind : 'none',
    keyName: name.join(':'),
    contextWindow: String(model.contextWindow),
    maxTokens: String(model.maxOutput),
    reasoning: model.reasoning,
    reasoningEffort: model.reasoningEffort ?? '',
    providerReplay: model.providerReplay ?? '',
    continuation: model.continuation === true,
    topP: model.topP === undefined ? '' : String(model.topP),
    pictures: model.pictures === undefined ? 'unknown' : model.pictures ? 'yes' : 'no',
    inputPrice: model.inputPrice === null ? '' : String(model.inputPrice),
    outputPrice: model.outputPrice === null ? '' : String(model.outputPrice),
    fallback: model.fallback ?? '',
  }
}

/** The form filled in from a server that was found on this machine, with what is known of the model. */
export function draftOfServer(
  server: DetectedServer,
  id: string,
  models: readonly ModelListing[],
): ModelDraft {
  const known = models.find((model) => model.id === id && model.baseUrl === server.baseUrl)
  if (known !== undefined) return draftOf(known)
  return {
    ...NEW_MODEL,
    provider: server.name.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-'),
    id,
    baseUrl: server.baseUrl,
    key: 'none',
    inputPrice: '0',
    outputPrice: '0',
  }
}

/** Whether Top P is part of a request with these settings. The Messages API takes it from no model that thinks. */
export function offersTopP({
  api,
  reasoning,
  reasoningEffort,
}: Pick<ModelDraft, 'api' | 'reasoning' | 'reasoningEffort'>): boolean {
  const thinks = reasoning && reasoningEffort !== '' && reasoningEffort !== 'off'
  return api !== 'anthropic-messages' || !thinks
}

/** Whether the protocol continues requests over an open connection. */
export const offersContinuation = ({ api }: Pick<ModelDraft, 'api'>): boolean => api === 'openai-responses'

/** Returns the configuration sent to main, validated by the same schema on both sides. */
export function configOf(draft: ModelDraft) {
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const inputPrice = number(draft.inputPrice)
  const outputPrice = number(draft.outputPrice)
  const typedTopP = number(draft.topP)
  // A value that does not hold cannot be corrected while its field is hidden.
  const topP = offersTopP(draft) || TopP.safeParse(typedTopP).success ? typedTopP : undefined
  return {
    type: 'custom' as const,
    api: draft.api,
    provider: draft.provider.trim(),
    id: draft.id.trim(),
    baseUrl: draft.baseUrl.trim(),
    contextWindow: Number(draft.contextWindow),
    maxTokens: Number(draft.maxTokens),
    reasoning: draft.reasoning,
    ...(topP === undefined ? {} : { topP }),
    // A model that does not think has no effort to set.
    ...(draft.reasoning && draft.reasoningEffort !== '' ? { reasoningEffort: draft.reasoningEffort } : {}),
    ...replayIn(draft),
    ...(draft.continuation && offersContinuation(draft) ? { continuation: true } : {}),
    ...(draft.pictures === 'unknown' ? {} : { pictures: draft.pictures === 'yes' }),
    ...(draft.label.trim() === '' ? {} : { label: draft.label.trim() }),
    ...keyRefOf(draft),
    ...(inputPrice === undefined ? {} : { inputPrice }),
    ...(outputPrice === undefined ? {} : { outputPrice }),
    ...(draft.fallback === '' ? {} : { fallback: draft.fallback }),
  }
}

/** A protocol without an empty field cannot be set to send one. */
function replayIn({ api, reasoning, providerReplay }: ModelDraft): { providerReplay?: ProviderReplay } {
  const isSent = providerReplay === 'allow' || providerReplaysOf(api).some((each) => each === providerReplay)
  return reasoning && providerReplay !== '' && isSent ? { providerReplay } : {}
}

export function keyRefOf(draft: ModelDraft): { readonly apiKeyRef?: string } {
  return draft.key === 'none' || draft.keyName.trim() === ''
    ? {}
    : { apiKeyRef: `${draft.key}:${draft.keyName.trim()}` }
}

export type ModelTest =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly report: ConnectionReport }
  | { readonly state: 'failed'; readonly problem: string }

/** Returns the price that is missing: with one price alone the cost of an answer stays unknown. */
export function missingPrice({ inputPrice, outputPrice }: ModelDraft): readonly string[] {
  const isEmpty = (text: string) => text.trim() === ''
  if (isEmpty(inputPrice) === isEmpty(outputPrice)) return []
  return [isEmpty(inputPrice) ? 'inputPrice' : 'outputPrice']
}

/** The fields whose value does not hold. */
export type WrongFields = ReadonlySet<string>
