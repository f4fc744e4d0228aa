import type { WebContents } from 'electron'
import type { Logger } from '../../lib/logger.ts'

/** A page that crashed this often within the window of time is not loaded again. */
const MOST_CRASHES = 3
const CRASH_WINDOW_MS = 60_000

type PageDeps = {
  readonly logger: Logger
  readonly started: () => void
  readonly ended: () => void
  readonly lost: () => void
}

/** Reports the start and end of a page in a window, and reloads a crashed one. */
export function followPage(contents: WebContents, deps: PageDeps): void {
  const crashes: number[] = []
  let isLive = false
  const end = () => {
    if (isLive) deps.ended()
    isLive = false
  }

  // Not `did-start-navigation`: that also tells of navigations which are refused, and then the page stays.
  contents.on('did-navigate', () => {
    end()
    isLive = true
    deps.started()
  })
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    deps.logger.warn('A page failed to load', { code, description, isMainFrame })
  })
  contents.on('preload-error', (_event, _path, error) => deps.logger.error('The preload failed', error))
  contents.on('unresponsive', () => deps.logger.warn('A window does not answer'))
  contents.on('responsive', () => deps.logger.info('A window answers again'))
  contents.once('destroyed', end)
  // A page never keeps its window open; drafts are with main already.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    end()
    if (reason === 'clean-exit') return
    deps.logger.error('The process of a window is gone', undefined, { reason, exitCode })
    const now = Date.now()
    crashes.push(now)
    if (crashes.filter((at) => now - at < CRASH_WINDOW_MS).length >= MOST_CRASHES) return deps.lost()
    contents.reload()
  })
}
