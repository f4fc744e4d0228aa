import { app } from 'electron'
import { englishOf, say } from '#shared/sentences.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Windows } from '../windows/windows.ts'
import type { Words } from '../words.ts'
import { createDesktopTray } from './desktop-tray.ts'
import { createKeepRunning, type KeepRunning } from './keep-running.ts'

type Deps = {
  readonly windows: Windows
  readonly words: () => Words
  readonly logger: Logger
}

/** Opens the tray of the desktop for the app. */
export function openKeeping({ windows, words, logger }: Deps): KeepRunning {
  const keeping = createKeepRunning({
    tray: createDesktopTray(),
    words: () => ({
      open: words().openOrrery,
      quit: words().quit,
      needsYou: (count) => words().needsYou.replace('{count}', String(count)),
    }),
    windows,
    openInbox: () => {
      windows.focusWith({ t: 'app', event: { kind: 'menu.action', action: 'agents' } })
    },
    quit: () => app.quit(),
    tellKept: () => {
      const said = [say('app.windowKept')]
      const event = { kind: 'notice', level: 'info', text: englishOf(said), said } as const
      windows.sendToLast({ t: 'app', event })
    },
    report: (error) => logger.error('The tray failed', error),
  })
  app.on('before-quit', keeping.quitting)
  return keeping
}
