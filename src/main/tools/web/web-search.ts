import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { ModelApi } from '#shared/model/model.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import { hostAct } from './host-act.ts'
import { providerQuestion, providerSearch, searchPrompt } from './provider-search.ts'
import {
  type EngineSettings,
  engineOf,
  isEngine,
  type SearchHit,
  type SearchSettings,
  searchAddress,
} from './search-engines.ts'
import { bytesOf, sent, type WebQuestion, type WebRequest } from './web-client.ts'
import { asWebData } from './web-pages.ts'
import description from './web-search.md?raw'

const SearchArgs = z.strictObject({
  query: z.string().trim().min(1).max(400),
  count: z.number().int().min(1).max(20).default(8),
})

/** A model whose provider searches, and where it is reached. */
export type SearchModel = {
  readonly ref: ModelRef
  readonly id: string
  readonly api: ModelApi
  readonly baseUrl: string
  readonly apiKeyRef: string | null
}

type Deps = {
  /** Finds a model that is set up. */
  readonly modelOf: (ref: ModelRef) => SearchModel | null
  /** The headers that a provider needs, with its key. */
  readonly headersFor: (model: SearchModel, key: string | null) => Readonly<Record<string, string>>
  readonly elapsed: () => number
  /** Reaches the person's own endpoint, which may be on a private network. */
  readonly request: WebRequest
  readonly settings: () => SearchSettings | null
  /** Reads the key of the endpoint. */
  readonly readKey: (ref: string, signal: AbortSignal) => Promise<string>
}

const LIMIT_MS = 20_000
const MOST_BYTES = 2 * 1024 * 1024
const MOST_EXCERPT = 400
/** A provider searches and writes; both take long. */
const PROVIDER_MS = 90_000
const MOST_SUMMARY = 4_000

const NO_ENGINE =
  'No search engine is set up. The person can choose one under Settings, Web. Until then read an address you know with `web_fetch`.'

/** The tool that searches the web with the engine of the settings. */
export function createWebSearchTool(deps: Deps): Tool {
  const configured = (): SearchSettings => {
    const settings = deps.settings()
    if (settings === null) throw AppError.forAgent('tool.failed', NO_ENGINE)
    return settings
  }
  return defineTool({
    name: 'web_search',
    title: 'Search the web',
    description,
    schema: SearchArgs,
    parallel: true,
    access: 'read',
    plan: async ({ query }) => ({
      acts: [hostAct('web_search', addressOf(deps, configured()), true)],
      preview: { kind: 'args', text: query },
    }),
    run: async ({ query, count }, context, signal) => {
      const settings = configured()
      if (!isEngine(settings))
        return await byProvider(deps, modelOf(deps, settings), { query, count }, { context, signal })
      const hits = await search(deps, settings, { query, count }, signal)
      const host = searchAddress(settings).host
      if (hits.length === 0)
        return { text: `${host} found nothing for ${JSON.stringify(query)}.`, isError: false }
      return { text: asWebData('search-results', host, hits.map(lineOf).join('\n\n')), isError: false }
    },
  })
}

function addressOf(deps: Deps, settings: SearchSettings): URL {
  return isEngine(settings) ? searchAddress(settings) : new URL(modelOf(deps, settings).baseUrl)
}

/** The model of the settings. Throws where it is not set up, or its provider cannot search. */
function modelOf(deps: Deps, { model = '' as ModelRef }: SearchSettings): SearchModel {
  const found = deps.modelOf(model)
  if (found !== null && providerSearch(found.api) !== null) return found
  throw AppError.forAgent('tool.failed', NO_SEARCH)
}

const NO_SEARCH =
  'The model for web searches is not set up, or its provider cannot search. The person can choose another under Settings, Web.'

type Running = { readonly context: Pick<ToolContext, 'spend'>; readonly signal: AbortSignal }

/** Lets the provider of a model search. Its tokens and searches are counted in the chat. */
async function byProvider(
  deps: Deps,
  model: SearchModel,
  { query, count }: { readonly query: string; readonly count: number },
  { context, signal }: Running,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const provider = providerSearch(model.api)
  if (provider === null) throw AppError.forAgent('tool.failed', NO_SEARCH)
  const key = model.apiKeyRef === null ? null : await deps.readKey(model.apiKeyRef, signal)
  const { url, body } = provider.ask(model.baseUrl, model.id, searchPrompt(query, count))
  const since = deps.elapsed()
  const question = providerQuestion(body, deps.headersFor(model, key))
  const answer = await answerTo(deps, url, { ...question, limitMs: PROVIDER_MS }, signal)
  const { hits, summary, usage, searches } = readAnswer(url, () => provider.read(answer))
  const extraUsd = searches * provider.usdPerSearch
  context.spend({ model: model.ref, usage, extraUsd, durationMs: deps.elapsed() - since })
  if (hits.length === 0)
    return { text: `${url.host} found nothing for ${JSON.stringify(query)}.`, isError: false }
  const said = summary.trim().slice(0, MOST_SUMMARY)
  const lines = [...(said === '' ? [] : [said]), ...hits.slice(0, count).map(lineOf)]
  return { text: asWebData('search-results', url.host, lines.join('\n\n')), isError: false }
}

function lineOf({ title, url, text }: SearchHit, at: number): string {
  const excerpt = text.trim().replaceAll(/\s+/g, ' ').slice(0, MOST_EXCERPT)
  return [`${at + 1}. ${title.trim()}`, url, excerpt].filter((line) => line !== '').join('\n')
}

async function search(
  { request, readKey }: Deps,
  settings: EngineSettings,
  { query, count }: { readonly query: string; readonly count: number },
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const engine = engineOf(settings)
  const key = settings.apiKeyRef === undefined ? null : await readKey(settings.apiKeyRef, signal)
  const { url, question } = engine.ask(searchAddress(settings), query, count, key)
  const answer = await answerTo({ request }, url, { ...question, limitMs: LIMIT_MS }, signal)
  return readAnswer(url, () => engine.hits(answer).slice(0, count))
}

type Limited = WebQuestion & { readonly limitMs: number }

/** The answer of an API as JSON-like data; text where it is none. */
async function answerTo(
  { request }: Pick<Deps, 'request'>,
  url: URL,
  { limitMs, ...question }: Limited,
  signal: AbortSignal,
): Promise<unknown> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const answer = await sent(request, url, { ...question, signal: within }, signal)
  const text = new TextDecoder().decode(await bytesOf(answer, MOST_BYTES, { url, within, stop: signal }))
  if (answer.status !== 200) throw refused(url, answer.status)
  return readAnswer(url, () => JSON.parse(text) as unknown)
}

function readAnswer<T>(url: URL, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw AppError.forAgent('tool.failed', `${url.host} gave no search results that can be read.`, {
      cause: error,
    })
  }
}

function refused({ host }: URL, status: number): AppError {
  const why =
    status === 401 || status === 403 ? '. The person should check the key under Settings, Web.' : '.'
  return AppError.forAgent('tool.failed', `${host} answered with status ${status}${why}`)
}
