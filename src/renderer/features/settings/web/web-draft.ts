import { HostName, type SEARCH_ENGINES, WebTable } from '#shared/web/settings.ts'

/** The form of the web settings as text. */
export type WebDraft = {
  readonly fetch: boolean
  readonly privateHosts: string
  readonly engine: (typeof SEARCH_ENGINES)[number] | 'none'
  readonly url: string
  readonly apiKeyRef: string
  /** The model whose provider searches. */
  readonly model: string
  readonly secrets: string
}

/** Returns the settings as a form. */
export function draftOf({ fetch, privateHosts = [], search, secrets = {} }: WebTable): WebDraft {
  return {
    fetch: fetch !== false,
    privateHosts: privateHosts.join(', '),
    engine: search?.engine ?? 'none',
    url: search?.url ?? '',
    apiKeyRef: search?.apiKeyRef ?? '',
    model: search?.model ?? '',
    secrets: Object.entries(secrets)
      .map(([name, hosts]) => `${name} = ${hosts.join(', ')}`)
      .join('\n'),
  }
}

/** The settings of a form, or the first line that cannot be used. */
export type ReadDraft =
  | { readonly ok: true; readonly web: WebTable }
  | { readonly ok: false; readonly line: string }

/** Reads a form. */
export function readDraft(draft: WebDraft): ReadDraft {
  const hosts = listOf(draft.privateHosts)
  const wrongHost = hosts.find((host) => !HostName.safeParse(host).success)
  if (wrongHost !== undefined) return { ok: false, line: wrongHost }
  const secrets: Record<string, readonly string[]> = {}
  for (const line of draft.secrets.split('\n').filter((each) => each.trim() !== '')) {
    const [name = '', named] = line.split('=', 2)
    const bound = listOf(named ?? '')
    if (bound.length === 0 || !bound.every((host) => HostName.safeParse(host).success)) {
      return { ok: false, line: line.trim() }
    }
    secrets[name.trim()] = bound
  }
  const url = draft.url.trim()
  const key = draft.apiKeyRef.trim()
  const parsed = WebTable.safeParse({
    ...(draft.fetch ? {} : { fetch: false }),
    ...(hosts.length === 0 ? {} : { privateHosts: hosts }),
    ...(draft.engine === 'none'
      ? {}
      : {
          search: {
            engine: draft.engine,
            ...(draft.engine === 'provider' ? { model: draft.model } : addressOf(url, key)),
          },
        }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
  })
  if (parsed.success) return { ok: true, web: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, line: lineOf(draft, issue?.path ?? []) }
}

const addressOf = (url: string, key: string) => ({
  ...(url === '' ? {} : { url }),
  ...(key === '' ? {} : { apiKeyRef: key }),
})

function lineOf({ url, apiKeyRef }: WebDraft, path: readonly PropertyKey[]): string {
  const [table, field] = path
  if (table === 'secrets') return String(field)
  if (field === 'apiKeyRef') return apiKeyRef
  return field === 'url' && url !== '' ? url : String(field ?? table)
}

const listOf = (text: string): readonly string[] =>
  text
    .split(/[\s,，]+/)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '')
