import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { sampleRequest, userMessage } from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import {
  ALL_PROTOCOLS,
  answerOf,
  infoOf,
  type ProtocolCase,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import { costOfRun } from '../../../shared/model/cost.ts'
import type { ModelInfo } from '../../../shared/model/model.ts'
import type { Usage } from '../../../shared/session/message.ts'
import { addUsage } from '../../../shared/session/usage.ts'
import { parseCatalogue } from '../catalogue/model-catalogue.ts'

const catalogue = parseCatalogue(
  readFileSync(new URL('../catalogue/catalogue.json', import.meta.url), 'utf8'),
)
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Api = 'anthropic-messages' | 'openai-responses' | 'google-generative-ai' | 'openai-completions'

/** The events of a short answer with this usage, in the form of each protocol's documentation. */
const ANSWERS: Readonly<Record<Api, (usage: object) => readonly object[]>> = {
  'anthropic-messages': (usage) => [
    { type: 'message_start', message: { usage: { ...usage, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'At noon.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ],
  'openai-responses': (usage) => [
    { type: 'response.output_text.delta', output_index: 0, delta: 'At noon.' },
    { type: 'response.completed', response: { status: 'completed', output: [], usage } },
  ],
  'google-generative-ai': (usage) => [
    { candidates: [{ content: { parts: [{ text: 'At noon.' }] } }], usageMetadata: { promptTokenCount: 1 } },
    { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }], usageMetadata: usage },
  ],
  'openai-completions': (usage) => [
    { choices: [{ index: 0, delta: { content: 'At noon.' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
  ],
}

/** Asks a model of the catalogue, whose server counts this usage. Returns the usage as it is stored. */
async function replayed(
  api: Api,
  [provider, id]: readonly [string, string],
  usage: object,
): Promise<{ usage: Usage; info: ModelInfo }> {
  const which = ALL_PROTOCOLS.find((one) => one.api === api) as ProtocolCase
  const lines = ANSWERS[api](usage).map((event) => `data: ${JSON.stringify(event)}\n\n`)
  const server = await createProtocolServer({ ...which.served, fault: () => null, stream: () => lines })
  closers.push(server.close)
  server.enqueue({ parts: [] })
  const prices = catalogue.find(provider, id)?.prices
  if (prices === undefined) throw new Error(`The catalogue has no prices of ${id}.`)
  const changes = { ref: `${provider}/${id}`, id, provider, prices } as const
  const info = infoOf(which, changes)
  const request = sampleRequest({ model: info, messages: [userMessage('When?')] })
  const answer = await answerOf(servedModel(which, server.origin, changes), request)
  if (answer.usage === undefined) throw new Error('The answer has no usage.')
  return { usage: answer.usage, info }
}

/** The cost in US dollars of token counts, each at a price for a million tokens. */
const invoice = (...lines: readonly (readonly [tokens: number, price: number])[]) =>
  lines.reduce((sum, [tokens, price]) => sum + (tokens * price) / 1e6, 0)

/** Usage as providers report it, and the invoice by their price lists of November 2026. */
const RECORDS: readonly (readonly [string, Api, readonly [string, string], object, number])[] = [
  [
    'Messages: cache reads and writes for both times',
    'anthropic-messages',
    ['anthropic', 'claude-sonnet-5-5'],
    {
      input_tokens: 412,
      output_tokens: 1_930,
      cache_read_input_tokens: 61_204,
      cache_creation_input_tokens: 9_000,
      cache_creation: { ephemeral_5m_input_tokens: 5_000, ephemeral_1h_input_tokens: 4_000 },
    },
    invoice([412, 2], [61_204, 0.1], [5_000, 2.5], [4_000, 4], [1_930, 10]),
  ],
  [
    'Messages: thinking as part of the output',
    'anthropic-messages',
    ['anthropic', 'claude-opus-4-8'],
    { input_tokens: 30_000, output_tokens: 12_000, output_tokens_details: { thinking_tokens: 11_000 } },
    invoice([30_000, 5], [12_000, 25]),
  ],
  [
    'Responses: cached input and reasoning',
    'openai-responses',
    ['openai', 'gpt-5.2'],
    {
      input_tokens: 34_097,
      input_tokens_details: { cached_tokens: 34_048 },
      output_tokens: 2_048,
      output_tokens_details: { reasoning_tokens: 1_900 },
      total_tokens: 36_145,
    },
    invoice([49, 1.75], [34_048, 0.175], [2_048, 14]),
  ],
  [
    'Responses: cache writes of a prompt above the tier',
    'openai-responses',
    ['openai', 'gpt-6.1-terra'],
    {
      input_tokens: 280_000,
      output_tokens: 1_000,
      total_tokens: 281_000,
      input_tokens_details: { cached_tokens: 200_000, cache_write_tokens: 60_000 },
    },
    invoice([20_000, 2], [200_000, 0.1], [60_000, 2.5], [1_000, 7.5]),
  ],
  [
    'Gemini: thoughts apart from the candidates, cached content above the tier',
    'google-generative-ai',
    ['google', 'gemini-2.5-pro'],
    {
      promptTokenCount: 250_000,
      cachedContentTokenCount: 240_000,
      candidatesTokenCount: 800,
      thoughtsTokenCount: 3_200,
      totalTokenCount: 254_000,
    },
    invoice([10_000, 2.5], [240_000, 0.25], [4_000, 15]),
  ],
  [
    'Gemini: a prompt at the tier',
    'google-generative-ai',
    ['google', 'gemini-2.5-pro'],
    { promptTokenCount: 200_000, candidatesTokenCount: 1_000, totalTokenCount: 201_000 },
    invoice([200_000, 1.25], [1_000, 10]),
  ],
  [
    'Completions: hits of the cache in the words of DeepSeek',
    'openai-completions',
    ['deepseek', 'deepseek-flash'],
    {
      prompt_tokens: 30_011,
      completion_tokens: 900,
      total_tokens: 30_911,
      prompt_cache_hit_tokens: 19_904,
      prompt_cache_miss_tokens: 10_107,
    },
    invoice([10_107, 0.3], [19_904, 0.006], [900, 1.2]),
  ],
  [
    'Completions: reasoning that xAI counts beside the completion',
    'openai-completions',
    ['xai', 'grok-4.7'],
    {
      prompt_tokens: 1_000,
      completion_tokens: 200,
      total_tokens: 2_200,
      prompt_tokens_details: { cached_tokens: 800 },
      completion_tokens_details: { reasoning_tokens: 1_000 },
    },
    invoice([200, 2], [800, 0.5], [1_200, 6]),
  ],
]

const isClose = (cost: number, dollars: number) => Math.abs(cost - dollars) / dollars < 0.01

it.each(RECORDS)('costs within one percent of the invoice: %s', async (_, api, model, usage, dollars) => {
  const { cost } = (await replayed(api, model, usage)).usage
  expect(cost?.estimated).toSatisfy((estimated: number) => isClose(estimated, dollars))
})

it('prices a fallback within a run at its own prices', async () => {
  const asked = { input_tokens: 100_000, output_tokens: 2_000 }
  const first = await replayed('anthropic-messages', ['anthropic', 'claude-opus-4-8'], asked)
  const other = await replayed('openai-responses', ['openai', 'gpt-5.2'], asked)
  const usage = addUsage(first.usage, other.usage)
  const run = { model: first.info.ref, usage, childrenUsage: { input: 0, output: 0 } }
  const cost = costOfRun({ ...run, usageOfOthers: { [other.info.ref]: other.usage } }, () => null)
  const dollars = invoice([100_000, 5], [2_000, 25], [100_000, 1.75], [2_000, 14])
  expect(cost).toSatisfy((known: number) => isClose(known, dollars))
})
