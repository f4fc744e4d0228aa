import type { Presence } from '../../app-port.ts'
import type { TrayPort } from './tray-port.ts'

/** The texts of the tray. */
export type TrayWords = {
  readonly open: string
  readonly quit: string
  readonly needsYou: (count: number) => string
}

type Deps = {
  readonly tray: TrayPort
  readonly words: () => TrayWords
  readonly windows: { readonly focus: () => void; readonly count: () => number }
  readonly openInbox: () => void
  readonly quit: () => void
  /** Tells the person that the last window stays, because the desktop shows no tray icons. */
  readonly tellKept: () => void
  readonly report: (error: unknown) => void
}

/**
 * Keeps the app running without a window, behind a tray icon. On a desktop without tray icons the last window stays,
 * because nothing else would lead back to the app.
 */
export function createKeepRunning(deps: Deps) {
  const { tray, windows } = deps
  let presence: Presence = { keepRunning: false, needsYou: 0 }
  let hasTray = false
  let isQuitting = false

  const look = async (): Promise<boolean> => {
    hasTray = await tray.isAvailable()
    return hasTray
  }
  const show = (): void => {
    const { keepRunning, needsYou } = presence
    tray.badge(needsYou)
    if (!keepRunning || !hasTray) {
      tray.hide()
      return
    }
    const words = deps.words()
    const waiting = { label: words.needsYou(needsYou), act: deps.openInbox }
    tray.show({
      tooltip: needsYou === 0 ? 'Orrery' : `Orrery: ${words.needsYou(needsYou)}`,
      needsYou,
      items: [
        { label: words.open, act: windows.focus },
        ...(needsYou === 0 ? [] : [waiting]),
        null,
        { label: words.quit, act: deps.quit },
      ],
      open: windows.focus,
    })
  }
  return {
    /** Whether the desktop shows tray icons. */
    hasTray: look,
    /** Takes a changed setting, or another number of waiting requests. */
    apply: (next: Presence): void => {
      const isNew = next.keepRunning && !presence.keepRunning
      presence = next
      show()
      if (isNew) look().then(show, deps.report)
    },
    /** Shows the tray in changed words. */
    renew: show,
    /** The app quits: windows close and nothing keeps it. */
    quitting: (): void => {
      isQuitting = true
    },
    /** Whether a window that the person closes must stay. Tells them when it must. */
    keepsWindow: (): boolean => {
      if (isQuitting || !presence.keepRunning || hasTray || windows.count() > 1) return false
      deps.tellKept()
      return true
    },
    /** Whether the app runs without a window. A tray that is gone by now brings a window back. */
    staysOpen: (): boolean => {
      if (isQuitting || !presence.keepRunning) return false
      look()
        .then((isThere) => {
          show()
          if (isThere || windows.count() > 0 || isQuitting) return
          windows.focus()
          deps.tellKept()
        })
        .catch(deps.report)
      return true
    },
  }
}

export type KeepRunning = ReturnType<typeof createKeepRunning>
