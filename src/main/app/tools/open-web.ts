import { ApiKeyRef } from '#shared/config/api-key-ref.ts'
import type { UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Redactor } from '../../lib/redact.ts'
import { Secret } from '../../lib/secret.ts'
import { ANTHROPIC_VERSION } from '../../models/anthropic/anthropic-version.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { keyHeaders } from '../../models/http/key-headers.ts'
import { createGuardedLookup } from '../../tools/web/guarded-lookup.ts'
import { createVaultHttpTool } from '../../tools/web/vault-http.ts'
import type { WebRequest } from '../../tools/web/web-client.ts'
import { createWebFetchTool, type PdfToText } from '../../tools/web/web-fetch.ts'
import { createWebSearchTool, type SearchModel } from '../../tools/web/web-search.ts'
import { resolveApiKey } from '../../vault/api-key.ts'
import { type FetchDeps, fetchOf } from '../storage/open-models.ts'

type Deps = Omit<FetchDeps, 'lookup' | 'env'> & {
  readonly catalog: Pick<Catalog, 'infoOf' | 'endpointOf'>
  readonly config: { readonly current: () => UserConfig }
  readonly keys: Parameters<typeof resolveApiKey>[2] & Pick<FetchDeps, 'env'>
  readonly redactor: Pick<Redactor, 'add'>
  readonly readHtml: (html: string, url: string, signal: AbortSignal) => Promise<string | null>
  readonly readPdf: PdfToText
}

/** Opens the tools that reach the web, over the proxy and certificates of models. */
export function openWeb(deps: Deps) {
  const { config, keys, redactor, readHtml, readPdf, clock, logger, resolveProxy } = deps
  const settings = () => config.current().web ?? {}
  const privateHosts = () => new Set(settings().privateHosts ?? [])
  const { env } = keys
  const lookup = createGuardedLookup(privateHosts)
  const guarded: WebRequest = fetchOf({ env, clock, logger, resolveProxy, lookup })
  const bound = () => settings().secrets ?? {}
  const reveal = async (ref: ApiKeyRef, by: string, signal: AbortSignal): Promise<string> => {
    const value = (await resolveApiKey(ref, { by, purpose: 'call' }, keys, signal)).reveal()
    redactor.add(value)
    return value
  }
  const isConfigured: Readonly<Record<string, () => boolean>> = {
    web_fetch: () => settings().fetch !== false,
    web_search: () => settings().search !== undefined,
    vault_http: () => Object.keys(bound()).length > 0,
  }
  const tools = [
    createWebFetchTool({
      request: guarded,
      privateHosts,
      readPdf,
      now: clock.now,
      toMarkdown: async (html, url, signal) => {
        const text = await readHtml(html, url, signal)
        if (text !== null) return text
        throw AppError.forAgent('tool.failed', `The page ${url} is too large or too deep to be read.`)
      },
    }),
    createWebSearchTool({
      request: fetchOf({ env, clock, logger, resolveProxy }),
      settings: () => settings().search ?? null,
      modelOf: (ref) => searchModel(deps.catalog, ref),
      headersFor,
      elapsed: clock.elapsed,
      readKey: (ref, signal) => reveal(ApiKeyRef.parse(ref), 'web_search', signal),
    }),
    createVaultHttpTool({
      request: guarded,
      privateHosts,
      bound,
      readSecret: (name, signal) => reveal(ApiKeyRef.parse(`vault:${name}`), 'vault_http', signal),
    }),
  ]
  return {
    tools,
    /** Whether the settings allow a tool. True for tools of other rooms. */
    isOffered: (name: string): boolean => isConfigured[name]?.() ?? true,
  }
}

function searchModel({ infoOf, endpointOf }: Deps['catalog'], ref: ModelRef): SearchModel | null {
  const info = infoOf(ref)
  const endpoint = info === null ? null : endpointOf(info.provider)
  if (info === null || endpoint === null) return null
  const { baseUrl, apiKeyRef } = endpoint
  return { ref, id: info.id, api: info.api, baseUrl, apiKeyRef }
}

function headersFor({ api, baseUrl }: SearchModel, key: string | null): Readonly<Record<string, string>> {
  return {
    ...(api === 'anthropic-messages' ? { 'anthropic-version': ANTHROPIC_VERSION } : {}),
    ...(key === null ? {} : keyHeaders(api, new Secret(key), baseUrl)),
  }
}
