import { z } from 'zod'
import type { ModelApi } from '#shared/model/model.ts'
import type { TokenCounts } from '#shared/session/message.ts'
import type { SearchHit } from './search-engines.ts'
import type { WebQuestion } from './web-client.ts'

/** The results of a search by a model's provider, what its model wrote of them, and what it cost. */
export type ProviderAnswer = {
  readonly hits: readonly SearchHit[]
  readonly summary: string
  readonly usage: TokenCounts
  /** The number of searches. */
  readonly searches: number
}

type Provider = {
  /** The price of one search without its tokens, in US dollars (price lists of November 2026). */
  readonly usdPerSearch: number
  readonly ask: (
    baseUrl: string,
    model: string,
    prompt: string,
  ) => { readonly url: URL; readonly body: unknown }
  readonly read: (answer: unknown) => ProviderAnswer
}

const MOST_TOKENS = 4_000
const Count = z.number().nonnegative().catch(0)
const Text = z.string().catch('')

/** Anthropic's `web_search` server tool. */
const anthropic: Provider = {
  usdPerSearch: 0.01,
  ask: (baseUrl, model, prompt) => ({
    url: new URL(`${trimmed(baseUrl).replace(/\/v1$/, '')}/v1/messages`),
    body: {
      model,
      max_tokens: MOST_TOKENS,
      messages: [{ role: 'user', content: prompt }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }],
    },
  }),
  read: (answer) => {
    const { content, usage } = OfAnthropic.parse(answer)
    const found = content.flatMap((block) => (Array.isArray(block.content) ? block.content : []))
    const cited = content.flatMap(({ citations }) => citations ?? [])
    const sources = found.map(({ url, title }) => ({ url, title }))
    return {
      hits: hitsOf([...sources, ...cited], cited),
      summary: content.map(({ text }) => text).join(''),
      usage: {
        input: usage.input_tokens,
        output: usage.output_tokens,
        cacheRead: usage.cache_read_input_tokens,
        cacheWrite: usage.cache_creation_input_tokens,
      },
      searches: usage.server_tool_use?.web_search_requests ?? 0,
    }
  },
}

/** The `web_search` tool of OpenAI's Responses API. */
const openai: Provider = {
  usdPerSearch: 0.01,
  ask: (baseUrl, model, prompt) => ({
    url: new URL(`${trimmed(baseUrl)}/responses`),
    body: {
      model,
      input: prompt,
      store: false,
      max_output_tokens: MOST_TOKENS,
      tools: [{ type: 'web_search' }],
      include: ['web_search_call.action.sources'],
    },
  }),
  read: (answer) => {
    const { output, usage } = OfOpenAi.parse(answer)
    const calls = output.filter(({ type }) => type === 'web_search_call')
    const parts = output.flatMap(({ content }) => content ?? [])
    const cited = parts.flatMap(({ text, annotations }) =>
      annotations.map(({ url, title, start_index }) => ({
        url,
        title,
        cited_text: text.slice(Math.max(0, start_index - 300), start_index),
      })),
    )
    const sources = calls
      .flatMap(({ action }) => action?.sources ?? [])
      .map(({ url }) => ({ url, title: '' }))
    return {
      hits: hitsOf([...cited, ...sources], cited),
      summary: parts.map(({ text }) => text).join(''),
      usage: { input: usage.input_tokens, output: usage.output_tokens },
      searches: calls.length,
    }
  },
}

/** Gemini's grounding with Google Search. */
const google: Provider = {
  usdPerSearch: 0.035,
  ask: (baseUrl, model, prompt) => ({
    url: new URL(`${trimmed(baseUrl)}/models/${encodeURIComponent(model)}:generateContent`),
    body: {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ googleSearch: {} }],
      generationConfig: { maxOutputTokens: MOST_TOKENS },
    },
  }),
  read: (answer) => {
    const { candidates, usageMetadata: used } = OfGoogle.parse(answer)
    const [first] = candidates
    const { groundingChunks = [], groundingSupports = [] } = first?.groundingMetadata ?? {}
    const sources = groundingChunks.flatMap(({ web }) => (web === undefined ? [] : [web]))
    const cited = groundingSupports.flatMap(({ segment, groundingChunkIndices }) =>
      groundingChunkIndices.flatMap((at) => {
        const web = groundingChunks[at]?.web
        return web === undefined ? [] : [{ ...web, cited_text: segment.text }]
      }),
    )
    return {
      hits: hitsOf(
        sources.map(({ uri, title }) => ({ url: uri, title })),
        cited.map(({ uri, title, cited_text }) => ({ url: uri, title, cited_text })),
      ),
      summary: (first?.content?.parts ?? []).map(({ text }) => text).join(''),
      usage: {
        input: used.promptTokenCount + used.toolUsePromptTokenCount,
        output: used.candidatesTokenCount + used.thoughtsTokenCount,
      },
      searches: sources.length === 0 ? 0 : 1,
    }
  },
}

const PROVIDERS: Readonly<Partial<Record<ModelApi, Provider>>> = {
  'anthropic-messages': anthropic,
  'openai-responses': openai,
  'google-generative-ai': google,
}

/** Returns the search of a provider by its protocol; null where the protocol has none. */
export const providerSearch = (api: ModelApi): Provider | null => PROVIDERS[api] ?? null

/** The words with which a provider's model is asked to search. */
export const searchPrompt = (query: string, count: number): string =>
  `Search the web for the query below. Name up to ${count} results, each with one sentence on what it says. Answer nothing else.\n\n${query}`

/** The body of a request to a provider. */
export function providerQuestion(body: unknown, headers: Readonly<Record<string, string>>): WebQuestion {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

type Source = { readonly url: string; readonly title: string }

/** Each source once, with what was cited of it. */
function hitsOf(
  sources: readonly Source[],
  cited: readonly (Source & { readonly cited_text: string })[],
): readonly SearchHit[] {
  const hits = new Map<string, SearchHit>()
  for (const { url, title } of sources) {
    if (!/^https?:\/\//.test(url) || hits.has(url)) continue
    const text = cited.filter((each) => each.url === url).map(({ cited_text }) => cited_text)
    hits.set(url, { url, title: title === '' ? url : title, text: text.join(' … ') })
  }
  return [...hits.values()]
}

const trimmed = (baseUrl: string): string => baseUrl.replace(/\/+$/, '')

const Cited = z.object({ url: Text, title: Text, cited_text: Text })
const OfAnthropic = z.object({
  content: z.array(
    z.object({
      text: Text,
      content: z.union([z.array(z.object({ url: Text, title: Text })), z.object({})]).nullish(),
      citations: z.array(Cited).nullish(),
    }),
  ),
  usage: z.object({
    input_tokens: Count,
    output_tokens: Count,
    cache_read_input_tokens: Count,
    cache_creation_input_tokens: Count,
    server_tool_use: z.object({ web_search_requests: Count }).nullish(),
  }),
})
const OfOpenAi = z.object({
  output: z.array(
    z.object({
      type: Text,
      action: z.object({ sources: z.array(z.object({ url: Text })).nullish() }).nullish(),
      content: z
        .array(
          z.object({
            text: Text,
            annotations: z.array(z.object({ url: Text, title: Text, start_index: Count })).catch([]),
          }),
        )
        .nullish(),
    }),
  ),
  usage: z.object({ input_tokens: Count, output_tokens: Count }),
})
const OfGoogle = z.object({
  candidates: z.array(
    z.object({
      content: z.object({ parts: z.array(z.object({ text: Text })).catch([]) }).optional(),
      groundingMetadata: z
        .object({
          groundingChunks: z
            .array(z.object({ web: z.object({ uri: Text, title: Text }).optional() }))
            .optional(),
          groundingSupports: z
            .array(
              z.object({
                segment: z.object({ text: Text }).catch({ text: '' }),
                groundingChunkIndices: z.array(z.number()).catch([]),
              }),
            )
            .optional(),
        })
        .optional(),
    }),
  ),
  usageMetadata: z.object({
    promptTokenCount: Count,
    toolUsePromptTokenCount: Count,
    candidatesTokenCount: Count,
    thoughtsTokenCount: Count,
  }),
})
