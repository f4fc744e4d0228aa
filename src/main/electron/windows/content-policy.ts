import { FRAME_SCHEME } from './frame-address.ts'

/** The address of the app's own pages. A separate scheme isolates them from files and the web. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'orrery'
export const START_PAGE = `${APP_SCHEME}://${APP_HOST}/index.html`

/** The trusted addresses. With a development server its origin is included. */
export type ContentPolicy = {
  /** The value of the header `Content-Security-Policy`. */
  readonly header: string
  readonly startPage: string
  /** True for the documents that may call main and that a window may show. */
  readonly isOurPage: (url: string) => boolean
  /** True for what may be loaded at all; everything else is cancelled before it leaves the machine. */
  readonly mayLoad: (url: string) => boolean
}

/** `devServer` is the address of the development server, or null in the built app. */
export function createContentPolicy(devServer: string | null): ContentPolicy {
  const dev = devServer === null ? null : new URL(devServer)
  const isOurPage = (text: string) => {
    const url = parsed(text)
    if (url === null) return false
    if (dev !== null) return url.origin === dev.origin
    return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
  }
  const mayLoad = (text: string) => {
    const url = parsed(text)
    if (url === null) return false
    if (url.protocol === 'data:' || url.protocol === 'devtools:') return true
    if (url.protocol === 'blob:') return isOurPage(url.pathname)
    if (dev !== null && url.protocol === 'ws:' && url.host === dev.host) return true
    return isOurPage(text)
  }
  return { header: headerFor(dev), startPage: dev?.href ?? START_PAGE, isOurPage, mayLoad }
}

/** KaTeX, Radix and Mermaid need inline styles. Inline scripts are never needed, but by the development server. */
function headerFor(dev: URL | null): string {
  return [
    "default-src 'none'",
    `script-src 'self'${dev === null ? '' : " 'unsafe-inline'"}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    // Caged frames of foreign pages, which have a policy of their own.
    `frame-src ${FRAME_SCHEME}:`,
    `connect-src 'self'${dev === null ? '' : ` ws://${dev.host}`}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
