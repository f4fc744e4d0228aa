import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { ModelInfo } from '#shared/model/model.ts'
import { demandsReasoning } from '#shared/model/provider-replay.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import { allSteps, type Steps } from '../../lib/steps.ts'
import type { ModelRequest } from '../model.ts'
import { outputLimit } from '../protocol/output-limit.ts'
import type { ReadFiles } from '../protocol/sent-files.ts'
import { withoutCalls } from '../protocol/without-calls.ts'
import { type EffortForm, effortFields, effortFormOf } from './effort-fields.ts'
import { type Pictures, pictureParts, type SystemRole, wiringMessages } from './wire-messages.ts'

export type WireRequest = ChatCompletionCreateParamsStreaming

/** The words of the protocol in which servers differ. It starts with the usual and learns from refusals. */
export type Dialect = {
  readonly askUsage: boolean
  /** The fields that ask for an effort. */
  readonly effort: EffortForm
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'none'
  /** True for servers that want the reasoning before a tool call sent back to them. */
  readonly returnReasoning: boolean
  /** False for servers that refuse the text of earlier reasoning. */
  readonly takesReasoning: boolean
  /** The field that asks for a prompt cache, where the server has one and did not refuse it. */
  readonly cache: 'mark' | 'key' | 'none'
  /** False for models that choose it themselves. */
  readonly temperature: boolean
  /** False for models without image support: they get the names of images instead. */
  readonly pictures: boolean
  /** The role of the instructions; `user` prepends them to the first message. */
  readonly systemRole: SystemRole
  /** False for servers that want a text, if an empty one, also beside calls. */
  readonly nullContent: boolean
  /** The most tokens that may be asked for, as far as a refusal named a number. */
  readonly mostTokens: number | null
  /** False for models without tools: calls and results in the conversation become text. */
  readonly tools: boolean
  /** False for servers that let no tool be forced. */
  readonly forcesTools: boolean
  /** True where an assistant message has to stand between a result and a message of the person, as at Mistral. */
  readonly bridgesResults: boolean
  /** True where ids of calls are exactly nine letters and digits, as at Mistral. */
  readonly nineLetterIds: boolean
}

export function dialectFor(
  baseUrl: string,
  { pictures = true, id = '' }: Partial<Pick<ModelInfo, 'pictures' | 'id'>> = {},
): Dialect {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  const official = host === 'api.openai.com'
  const isRouter = host === 'openrouter.ai'
  // Documentation of 2026-11. Other servers of its models tell by a refusal.
  const isMistral = host === 'api.mistral.ai'
  return {
    askUsage: true,
    temperature: true,
    takesReasoning: true,
    pictures,
    // OpenRouter has a field of its own for earlier reasoning.
    returnReasoning: !isRouter && wantsReasoningBack(id),
    effort: effortFormOf(host),
    limit: official ? 'max_completion_tokens' : 'max_tokens',
    cache: official ? 'key' : isRouter && id.startsWith('anthropic/') ? 'mark' : 'none',
    systemRole: 'system',
    nullContent: true,
    mostTokens: null,
    tools: true,
    forcesTools: true,
    bridgesResults: false,
    nineLetterIds: isMistral,
  }
}

/**
 * Families that think between tool calls and read their earlier reasoning as `reasoning_content`: DeepSeek from 3.2,
 * Kimi K2 thinking and later, GLM from 4.5, MiniMax M2. Checked in November 2026.
 */
const INTERLEAVED =
  /^(?:deepseek-(?:v3[.p-]?[2-9]|v[4-9]|flash|chat|reasoner)|kimi-k2-thinking|kimi-k(?:2\.[5-9]|[3-9])|glm-(?:4\.[5-9]|[5-9])|minimax-m[2-9])/

/** Whether a model reads its earlier reasoning, by its name. */
function wantsReasoningBack(id: string): boolean {
  return INTERLEAVED.test(id.slice(id.lastIndexOf('/') + 1).toLowerCase())
}

/** The body of one streaming request. */
export function wireRequest(request: ModelRequest, pictures: Pictures, dialect: Dialect): WireRequest {
  return allSteps(wiringRequest(request, pictures, dialect))
}

/** The same body, in steps for long conversations. */
export function* wiringRequest(
  request: ModelRequest,
  pictures: Pictures,
  dialect: Dialect,
): Steps<WireRequest> {
  const { model, system, messages, tools, forcedTool, temperature, topP = model.topP } = request
  const effort = sentEffort(model, request.effort ?? null)
  const limit = limitOf(request, dialect)
  const offered = dialect.tools ? tools : []
  return {
    model: model.id,
    messages: yield* wiringMessages(dialect.tools ? messages : withoutCalls(messages), {
      ...dialect,
      system,
      pictures: dialect.pictures ? pictures : null,
      provider: model.provider,
      ...replayOf(model, dialect),
    }),
    stream: true,
    ...(dialect.askUsage ? { stream_options: { include_usage: true } } : {}),
    ...(dialect.limit === 'none' || limit === null ? {} : { [dialect.limit]: limit }),
    ...cacheField(dialect, request),
    ...(temperature === undefined || !dialect.temperature ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(effort === null ? {} : effortFields(dialect.effort, effort)),
    ...(offered.length === 0
      ? {}
      : {
          tools: offered.map(({ name, description, schema }) => ({
            type: 'function' as const,
            function: { name, description, parameters: schema as Record<string, unknown> },
          })),
        }),
    ...(forcedTool === undefined || !dialect.forcesTools || offered.length === 0
      ? {}
      : { tool_choice: { type: 'function' as const, function: { name: forcedTool } } }),
  }
}

/** Returns the form of earlier reasoning: as the setting of the model says, or else as its server is known to want it. */
function replayOf(model: ModelInfo, { returnReasoning, takesReasoning }: Dialect) {
  const { providerReplay } = model
  return {
    returnReasoning: takesReasoning && (returnReasoning || demandsReasoning(model)),
    returnEmpty:
      providerReplay === undefined ? returnReasoning : providerReplay === 'provider_empty_replay_field',
  }
}

/** The answer limit to name, no larger than a refusal named. */
function limitOf(request: ModelRequest, { mostTokens }: Dialect): number | null {
  const limit = outputLimit(request)
  return limit === null ? null : Math.min(limit, mostTokens ?? limit)
}

function cacheField({ cache }: Dialect, { cacheKey, avoidsCache }: ModelRequest) {
  if (cache === 'mark') return avoidsCache === true ? {} : { cache_control: { type: 'ephemeral' } }
  return cache === 'key' && cacheKey !== undefined ? { prompt_cache_key: cacheKey } : {}
}

/** Returns the body of a request for display. Pictures are named instead of encoded. */
export function wireDraft(request: ModelRequest, dialect: Dialect): WireRequest {
  const named = pictureParts(request.messages).map(
    ({ blobId, mime }) => [blobId, `[${mime}, ${blobId}]`] as const,
  )
  return wireRequest(request, new Map(named), dialect)
}

/** Pictures as data URLs, by blob id; null for one that the server refused. */
export function dataUrls({ messages }: ModelRequest, files: ReadFiles): Pictures {
  return new Map(
    pictureParts(messages).flatMap(({ blobId, mime }) => {
      const bytes = files.get(blobId)
      if (bytes === undefined) return []
      return [[blobId, bytes === null ? null : `data:${mime};base64,${bytes}`] as const]
    }),
  )
}
