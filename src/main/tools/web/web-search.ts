import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { defineTool, type Tool } from '../tool.ts'
import { hostAct } from './host-act.ts'
import { engineOf, type SearchHit, type SearchSettings, searchAddress } from './search-engines.ts'
import { bytesOf, sent, type WebRequest } from './web-client.ts'
import { asWebData } from './web-pages.ts'
import description from './web-search.md?raw'

const SearchArgs = z.strictObject({
  query: z.string().trim().min(1).max(400),
  count: z.number().int().min(1).max(20).default(8),
})

type Deps = {
  /** Reaches the person's own endpoint, which may be on a private network. */
  readonly request: WebRequest
  readonly settings: () => SearchSettings | null
  /** Reads the key of the endpoint. */
  readonly readKey: (ref: string, signal: AbortSignal) => Promise<string>
}

const LIMIT_MS = 20_000
const MOST_BYTES = 2 * 1024 * 1024
const MOST_EXCERPT = 400

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
      acts: [hostAct('web_search', searchAddress(configured()), true)],
      preview: { kind: 'args', text: query },
    }),
    run: async ({ query, count }, _context, signal) => {
      const settings = configured()
      const hits = await search(deps, settings, { query, count }, signal)
      const host = searchAddress(settings).host
      if (hits.length === 0)
        return { text: `${host} found nothing for ${JSON.stringify(query)}.`, isError: false }
      return { text: asWebData('search-results', host, hits.map(lineOf).join('\n\n')), isError: false }
    },
  })
}

function lineOf({ title, url, text }: SearchHit, at: number): string {
  const excerpt = text.trim().replaceAll(/\s+/g, ' ').slice(0, MOST_EXCERPT)
  return [`${at + 1}. ${title.trim()}`, url, excerpt].filter((line) => line !== '').join('\n')
}

async function search(
  { request, readKey }: Deps,
  settings: SearchSettings,
  { query, count }: { readonly query: string; readonly count: number },
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const engine = engineOf(settings)
  const key = settings.apiKeyRef === undefined ? null : await readKey(settings.apiKeyRef, signal)
  const { url, question } = engine.ask(searchAddress(settings), query, count, key)
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  const answer = await sent(request, url, { ...question, signal: within }, signal)
  const text = new TextDecoder().decode(await bytesOf(answer, MOST_BYTES))
  if (answer.status !== 200) throw refused(url, answer.status)
  try {
    return engine.hits(JSON.parse(text)).slice(0, count)
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
