import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { Secret } from '../../../src/main/lib/secret.ts'
import { createAnthropicMessages } from '../../../src/main/models/anthropic/anthropic-messages.ts'
import { createOpenAiCompletions } from '../../../src/main/models/completions/openai-completions.ts'
import { createGoogleGenerativeAi } from '../../../src/main/models/gemini/google-generative-ai.ts'
import { createHttpFetch } from '../../../src/main/models/http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../../../src/main/models/http/model-timeouts.ts'
import type { Model, ModelRequest } from '../../../src/main/models/model.ts'
import type { HttpModelDeps } from '../../../src/main/models/protocol/http-model.ts'
import { createOpenAiResponses } from '../../../src/main/models/responses/openai-responses.ts'
import { createAnswer } from '../../../src/main/runs/turns/answer.ts'
import { EventId } from '../../../src/shared/ids.ts'
import type { ModelApi, ModelInfo } from '../../../src/shared/model/model.ts'
import type { Message } from '../../../src/shared/session/message.ts'
import { anthropicServed } from './anthropic-served.ts'
import { completionsServed } from './completions-served.ts'
import { geminiServed } from './gemini-served.ts'
import { sampleInfo } from './model-samples.ts'
import { responsesServed } from './responses-served.ts'
import type { ServedProtocol } from './scripted-answer.ts'

/** A key that no test may find anywhere but in a header. */
export const KEY = 'sk-marker-8f3a91c2'

export type ProtocolCase = {
  readonly name: string
  readonly api: ModelApi
  readonly served: ServedProtocol
  readonly id: string
  /** What follows the origin in the base URL. */
  readonly root: string
  readonly create: (deps: HttpModelDeps) => Model
}

/** The protocols with a strict server, and a model of each that thinks. */
export const SERVED_PROTOCOLS: readonly ProtocolCase[] = [
  {
    name: 'anthropic-messages',
    api: 'anthropic-messages',
    served: anthropicServed,
    id: 'claude-opus-5',
    root: '',
    create: createAnthropicMessages,
  },
  {
    name: 'openai-responses',
    api: 'openai-responses',
    served: responsesServed,
    id: 'gpt-6',
    root: '/v1',
    create: createOpenAiResponses,
  },
  {
    name: 'google-generative-ai',
    api: 'google-generative-ai',
    served: geminiServed,
    id: 'gemini-3-pro',
    root: '/v1beta',
    create: createGoogleGenerativeAi,
  },
]

/** Those and the protocol of most servers, and variants of models that take other words of the same protocol. */
export const ALL_PROTOCOLS: readonly ProtocolCase[] = [
  ...SERVED_PROTOCOLS,
  {
    api: 'anthropic-messages',
    served: anthropicServed,
    id: 'claude-sonnet-4-5',
    root: '',
    name: 'anthropic-messages with a budget',
    create: createAnthropicMessages,
  },
  {
    api: 'google-generative-ai',
    served: geminiServed,
    id: 'gemini-2.5-pro',
    root: '/v1beta',
    name: 'google-generative-ai with a budget',
    create: createGoogleGenerativeAi,
  },
  {
    api: 'openai-completions',
    served: completionsServed,
    id: 'glm-5',
    root: '/v1',
    name: 'openai-completions',
    create: createOpenAiCompletions,
  },
]

export function infoOf(
  { api, id }: Pick<ProtocolCase, 'api' | 'id'>,
  changes: Partial<ModelInfo> = {},
): ModelInfo {
  const provider = api.split('-')[0] ?? api
  return sampleInfo({
    ref: `${provider}/${id}`,
    id,
    provider,
    api,
    label: id,
    reasoning: true,
    maxOutput: 64_000,
    ...changes,
  })
}

/** A real adapter that talks to a test's server. */
export function servedModel(which: ProtocolCase, origin: string, changes: Partial<ModelInfo> = {}): Model {
  return which.create({
    info: infoOf(which, changes),
    baseUrl: `${origin}${which.root}`,
    readKey: async () => new Secret(KEY),
    fetch: createHttpFetch({ clock: systemClock, connectMs: 10_000 }),
    clock: systemClock,
    timeouts: DEFAULT_TIMEOUTS,
    turnBudget: () => null,
    logger: silentLogger,
  })
}

/** Asks a model and returns its answer as the log would store it. */
export async function answerOf(model: Model, request: ModelRequest): Promise<Message> {
  const answer = createAnswer(EventId.parse('evt_00000001'))
  for await (const chunk of model.stream(request, new AbortController().signal)) answer.push(chunk)
  return {
    role: 'assistant',
    parts: answer.parts().whole,
    model: request.model.ref,
    stop: answer.stop() ?? 'stop',
    usage: answer.usage(),
  }
}
