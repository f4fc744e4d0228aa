import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { EVENT_CHANNEL } from '#shared/ipc/channels.ts'
import type { Logger } from '../../lib/logger.ts'
import { CHROME_COLOURS, TITLE_BAR_HEIGHT } from './chrome-colours.ts'
import type { ContentPolicy } from './content-policy.ts'
import { followPage } from './page-lifecycle.ts'
import { type Bounds, MIN_SIZE, placeWindow, type WindowStateFile } from './window-state.ts'

/** Lets a caged frame take the focus only after a click into it: `focus-without-user-activation` of Permissions Policy. */
const BLINK_FEATURES = 'BlockingFocusWithoutUserActivation'
/** Delay after the last move before the position is stored, in milliseconds. */
const SETTLE_MS = 500
/** A second window opens a title bar lower, so that both can be seen. */
const STEP = 36

type WindowsDeps = {
  readonly preload: string
  readonly policy: ContentPolicy
  readonly state: WindowStateFile
  readonly logger: Logger
  /** A page is there and may call. */
  readonly pageStarted: (windowId: number) => void
  /** The page is gone: reloaded, crashed, or closed with its window. */
  readonly pageEnded: (windowId: number) => void
  /** A window has painted its page for the first time. */
  readonly painted: () => void
  /** Whether a window that the person closes must stay. */
  readonly keeps: () => boolean
  /** Reports a page that keeps crashing, which is not loaded again. */
  readonly pageLost: (windowId: number) => void
}

/** The windows of the app. Each is a view of the same app and knows nothing of the others. */
export function createWindows(deps: WindowsDeps) {
  const windows = new Map<number, BrowserWindow>()

  const get = (windowId: number) => {
    const window = windows.get(windowId)
    return window === undefined || window.isDestroyed() ? null : window
  }

  const nextPlace = (): Bounds | null => {
    const newest = [...windows.values()].at(-1)?.getNormalBounds()
    return newest === undefined
      ? deps.state.get().bounds
      : { ...newest, x: newest.x + STEP, y: newest.y + STEP }
  }

  const open = () => {
    const window = new BrowserWindow(optionsFor(deps, nextPlace()))
    const { id } = window
    windows.set(id, window)
    if (deps.state.get().maximized && windows.size === 1) window.maximize()
    rememberPlace(window, deps.state)
    window.on('close', (event) => {
      if (!deps.keeps()) return
      event.preventDefault()
      window.minimize()
    })
    followPage(window.webContents, {
      logger: deps.logger,
      started: () => deps.pageStarted(id),
      ended: () => deps.pageEnded(id),
      lost: () => deps.pageLost(id),
    })
    window.once('ready-to-show', deps.painted)
    window.once('closed', () => windows.delete(id))
    window.loadURL(deps.policy.startPage).catch((error: unknown) => {
      deps.logger.error('The page of a window did not load', error)
    })
  }

  const send = (windowId: number, message: WindowMessage) => {
    const contents = get(windowId)?.webContents
    if (contents === undefined || contents.isDestroyed() || contents.isCrashed()) return
    contents.send(EVENT_CHANNEL, message)
  }
  const sendToLast = (message: WindowMessage) => {
    const focused = BrowserWindow.getFocusedWindow()
    const window = focused !== null && windows.has(focused.id) ? focused : [...windows.values()].at(-1)
    window?.webContents.send(EVENT_CHANNEL, message)
  }
  const front = (): BrowserWindow | null => {
    const window = BrowserWindow.getFocusedWindow() ?? [...windows.values()].at(-1)
    if (window === undefined) return null
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
    return window
  }
  const focus = (): void => {
    if (front() === null) open()
  }
  /** Waits for the page of a window that was opened for it. */
  let waiting: WindowMessage | null = null

  return {
    open,
    get,
    /** The id of our window that shows these contents, or null. */
    idOf: (contents: WebContents): number | null => {
      const window = BrowserWindow.fromWebContents(contents)
      return window !== null && windows.has(window.id) ? window.id : null
    },
    /** Brings the window used last to the front and returns it; null when none is open. */
    front,
    /** Brings the window used last to the front, or opens one. */
    focus,
    /** The same with a message. A new window gets it when its page has read the state. */
    focusWith: (message: WindowMessage) => {
      if (windows.size === 0) waiting = message
      focus()
      if (waiting === null) sendToLast(message)
    },
    /** The page of a window has read the state. */
    pageRead: (windowId: number) => {
      if (waiting !== null) send(windowId, waiting)
      waiting = null
    },
    send,
    /** Sends to the window used last. */
    sendToLast,
    /** Gives every window the colours of the theme in force. */
    paint: () => {
      for (const window of windows.values()) paint(window)
    },
    count: () => windows.size,
  }
}
export type Windows = ReturnType<typeof createWindows>

function optionsFor(deps: WindowsDeps, wanted: Bounds | null): Electron.BrowserWindowConstructorOptions {
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  return {
    ...placeWindow(wanted, screens),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Orrery',
    titleBarStyle: 'hidden',
    titleBarOverlay: overlay(),
    trafficLightPosition: { x: 12, y: 11 },
    autoHideMenuBar: true,
    backgroundColor: colours().page,
    webPreferences: {
      preload: deps.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      enableBlinkFeatures: BLINK_FEATURES,
      // Lets the guard receive and block dropped files.
      navigateOnDragDrop: true,
      // Elsewhere the dictionaries would be fetched from a server before anyone has asked for them.
      spellcheck: process.platform === 'darwin',
    },
  }
}

function colours() {
  return CHROME_COLOURS[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']
}

function overlay() {
  const { bar, symbols } = colours()
  return { color: bar, symbolColor: symbols, height: TITLE_BAR_HEIGHT }
}

function paint(window: BrowserWindow): void {
  window.setBackgroundColor(colours().page)
  if (process.platform !== 'darwin') window.setTitleBarOverlay(overlay())
}

/** Stores the window's position after a move and when it closes. */
function rememberPlace(window: BrowserWindow, state: WindowStateFile): void {
  let timer: NodeJS.Timeout | null = null
  const keep = () => {
    if (window.isMinimized() || window.isFullScreen()) return
    state.set({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const settle = () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(keep, SETTLE_MS)
  }
  window.on('resize', settle)
  window.on('move', settle)
  window.on('close', () => {
    if (timer !== null) clearTimeout(timer)
    keep()
  })
}
