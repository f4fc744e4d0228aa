import { z } from 'zod'
import type { WebTable } from '#shared/web/settings.ts'
import type { WebQuestion } from './web-client.ts'

export type SearchSettings = NonNullable<WebTable['search']>

export type SearchHit = { readonly title: string; readonly url: string; readonly text: string }

/** The protocol of one engine: its request, and how its answer is read. */
type Engine = {
  /** Null where the person names it. */
  readonly url: string | null
  readonly ask: (
    url: URL,
    query: string,
    count: number,
    key: string | null,
  ) => { url: URL; question: WebQuestion }
  readonly hits: (answer: unknown) => readonly SearchHit[]
}

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
const ofResults = z.object({ results: z.array(z.object({ title: Text, url: z.string(), content: Text })) })
const ofBrave = z.object({
  web: z
    .object({ results: z.array(z.object({ title: Text, url: z.string(), description: Text })) })
    .nullish(),
})
const readResults = (answer: unknown): readonly SearchHit[] =>
  ofResults.parse(answer).results.map(({ title, url, content }) => ({ title, url, text: content }))

/** SearXNG's JSON API, Brave's Web Search API and Tavily's Search API. */
const ENGINES: Readonly<Record<Exclude<SearchSettings['engine'], 'provider'>, Engine>> = {
  searxng: {
    url: null,
    ask: (base, query, _count, key) => {
      const url = new URL('search', base.href.endsWith('/') ? base : `${base.href}/`)
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      return { url, question: { headers: key === null ? {} : { authorization: `Bearer ${key}` } } }
    },
    hits: readResults,
  },
  brave: {
    url: 'https://api.search.brave.com/res/v1/web/search',
    ask: (base, query, count, key) => {
      const url = new URL(base)
      url.search = new URLSearchParams({ q: query, count: String(count) }).toString()
      return { url, question: { headers: { 'x-subscription-token': key ?? '', accept: 'application/json' } } }
    },
    hits: (answer) =>
      (ofBrave.parse(answer).web?.results ?? []).map(({ title, url, description }) => ({
        title: plain(title),
        url,
        text: plain(description),
      })),
  },
  tavily: {
    url: 'https://api.tavily.com/search',
    ask: (url, query, count, key) => ({
      url,
      question: {
        method: 'POST',
        headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: count }),
      },
    }),
    hits: readResults,
  },
}

/** Brave marks found words with tags. */
const plain = (html: string): string => html.replaceAll(/<\/?strong>/g, '')

/** Settings of an engine with an address of its own. */
export type EngineSettings = SearchSettings & { readonly engine: keyof typeof ENGINES }

/** Whether the settings name an engine, and not the search of a model's provider. */
export const isEngine = (settings: SearchSettings): settings is EngineSettings =>
  settings.engine !== 'provider'

/** The engine of the settings. */
export const engineOf = ({ engine }: EngineSettings): Engine => ENGINES[engine]

/** The address of the API. */
export function searchAddress(settings: EngineSettings): URL {
  return new URL(settings.url ?? engineOf(settings).url ?? '')
}
