import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'

/** The proxy on the way to an address; null for the straight way. */
export type ProxyFor = (url: URL) => Promise<URL | null>

type Env = Readonly<Record<string, string | undefined>>

/**
 * The way to an address: what the variables of the environment say, and where they say nothing, what the system does.
 * What runs on this machine is always reached straight.
 */
export function createProxyRoute(env: Env, system: (url: string) => Promise<string>): ProxyFor {
  return async (url) => {
    if (isHere(url.hostname) || isExempt(url, read(env, 'no_proxy'))) return null
    const named =
      read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy')
    return named === '' ? ofSystem(await system(url.href)) : spoken(named, url)
  }
}

/** Programs disagree whether these are written small or large; small goes first, as it does with most. */
function read(env: Env, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim()
}

function isHere(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)
}

/**
 * Whether an address is exempt by `NO_PROXY`: names that match themselves and their subdomains, with or
 * without a port, or `*` for all.
 */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase()
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', at] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (entry === '*') return true
      if (name === '' || (at !== undefined && at !== own)) return false
      return host === name || host.endsWith(`.${name}`)
    })
}

function spoken(named: string, { host }: URL): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  const proxy = URL.canParse(text) ? new URL(text) : null
  if (proxy !== null && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '') return proxy
  // Going straight would tell the network what the person wanted kept from it. The value may hold a password.
  const kind = proxy === null ? '?' : proxy.protocol.replace(':', '')
  throw AppError.saying('llm.other', say('llm.proxyKind', { host, kind }))
}

/** Returns the first usable route of a system's proxy answer such as `PROXY host:port; DIRECT`. */
function ofSystem(answer: string): URL | null {
  for (const way of answer.split(';')) {
    const [kind = '', where = ''] = way.trim().split(/\s+/)
    if (/^direct$/i.test(kind)) return null
    const scheme = /^https$/i.test(kind) ? 'https' : /^(proxy|http)$/i.test(kind) ? 'http' : null
    const text = `${scheme}://${where}`
    if (scheme !== null && where !== '' && URL.canParse(text)) return new URL(text)
  }
  return null
}
