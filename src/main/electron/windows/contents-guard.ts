import { app, type Session, type WebContents } from 'electron'
import type { Logger } from '../../lib/logger.ts'
import { droppedPath } from '../dropped-path.ts'
import type { ContentPolicy } from './content-policy.ts'
import { isFramePage } from './frame-address.ts'

type GuardDeps = { readonly policy: ContentPolicy; readonly warn: Logger['warn'] }

type ContentsDeps = GuardDeps & {
  /** A person let a file or folder fall on a page that did not take it. */
  readonly dropped: (contents: WebContents, path: string) => void
}

/** Pages of ours go nowhere else, open nothing, and embed nothing. Holds for every page there will ever be. */
export function guardContents({ policy, warn, dropped }: ContentsDeps): void {
  const refuse = (what: string, url: string) => warn(`${what} was refused`, { url: schemeOf(url) })

  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      // Chromium reports a dropped file as a navigation, because a page may not open files.
      const path = droppedPath(url, process.platform)
      if (path === null) refuse('A new window', url)
      else dropped(contents, path)
      return { action: 'deny' }
    })
    contents.on('will-frame-navigate', (event) => {
      if (event.url.startsWith('devtools:')) return
      if (event.isMainFrame && policy.isOurPage(event.url)) return
      // A caged frame shows its one page and goes nowhere else.
      if (!event.isMainFrame && isFramePage(event.url) && event.frame?.parent === contents.mainFrame) return
      event.preventDefault()
      refuse('A navigation', event.url)
    })
    // A page in a frame could reach other hosts over WebRTC, which no content policy stops.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-redirect', (event) => {
      event.preventDefault()
      refuse('A redirect', event.url)
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
      refuse('An embedded page', '')
    })
  })
}

/** The web is not reachable from a page, and no device is. Writing to the clipboard is all a page may ask for. */
export function guardSession(session: Session, { policy, warn }: GuardDeps, isDev: boolean): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const cancel = !policy.mayLoad(url) && !(resourceType === 'subFrame' && isFramePage(url))
    if (cancel) warn('A request to elsewhere was stopped', { url: schemeOf(url) })
    answer({ cancel })
  })
  // Our own pages carry the policy already; a development server does not send it.
  if (isDev) {
    session.webRequest.onHeadersReceived(({ url, responseHeaders }, answer) => {
      if (isFramePage(url)) return answer({})
      answer({ responseHeaders: { ...responseHeaders, 'Content-Security-Policy': [policy.header] } })
    })
  }
}

function isAllowed(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}

/** Enough to see what happened; an address may carry anything, so it is not logged. */
function schemeOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : ''
}
