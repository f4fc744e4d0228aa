/**
 * The destination of a link in a form that hides nothing: punycode hosts, and only schemes that may be
 * opened.
 */
export type LinkTarget = {
  readonly url: string
  /** The host as the network knows it; the address for mail. */
  readonly host: string
  /** True when the words of the link look like another address, or its host like another host. */
  readonly suspicious: boolean
}

/** The target of a link, or null when it may not be opened from here. */
export function linkTargetOf(href: string, words: string): LinkTarget | null {
  const url = parsed(href)
  if (url === null) return null
  if (url.protocol === 'mailto:') {
    return { url: url.href, host: decodeURIComponentSafely(url.pathname), suspicious: false }
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const claimed = hostInWords(words)
  const misleading = claimed !== null && withoutWww(claimed) !== withoutWww(url.hostname)
  const lookalike = url.hostname.split('.').some((label) => label.startsWith('xn--'))
  const hasLogin = url.username !== '' || url.password !== ''
  return { url: url.href, host: url.host, suspicious: misleading || lookalike || hasLogin }
}

function parsed(href: string): URL | null {
  return URL.canParse(href) ? new URL(href) : null
}

/** The host a reader would expect from the words of a link, when the words are an address themselves. */
function hostInWords(words: string): string | null {
  const text = words.trim()
  if (/^https?:\/\//i.test(text)) return parsed(text)?.hostname ?? null
  if (!/^[^\s/@]+\.[^\s/@.\d]{2,}(?:\/\S*)?$/u.test(text)) return null
  return /\.(?:com|org|net|dev|io|app|co|edu|gov|cn|de|uk|ai)(?:\/|$)/i.test(text)
    ? (parsed(`https://${text}`)?.hostname ?? null)
    : null
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
