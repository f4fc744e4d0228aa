import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, nativeTheme, session } from 'electron'
import { DEFAULT_KEYS } from '#shared/keys/key-actions.ts'
import type { App, AppDeps, ProgramFiles } from '../app-port.ts'
import { systemClock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { serveAppScheme, serveFrameScheme } from './app-scheme.ts'
import { openDoor } from './ipc-door.ts'
import type { Log } from './log.ts'
import type { Told } from './show-named.ts'
import { createFewWarnings } from './start/few-warnings.ts'
import type { Launch } from './start/launch.ts'
import type { Problems } from './start/problems.ts'
import type { KeepRunning } from './tray/keep-running.ts'
import type { ContentPolicy } from './windows/content-policy.ts'
import { guardContents, guardSession } from './windows/contents-guard.ts'
import { createFirstPage } from './windows/first-page.ts'
import { createFirstPaint } from './windows/first-paint.ts'
import { createFramePages } from './windows/frame-pages.ts'
import { addContextMenu, installMenu } from './windows/menu.ts'
import { openWindowState, type WindowStateFile } from './windows/window-state.ts'
import { createWindows, type Windows } from './windows/windows.ts'
import { wordsFor } from './words.ts'

type ShellDeps = {
  readonly home: string
  readonly launch: Launch
  readonly log: Log
  readonly policy: ContentPolicy
  readonly isDev: boolean
  readonly systemLocale: string
  readonly problems: Problems
  readonly openApp: (deps: AppDeps) => Promise<App>
}

/** A started shell. Its windows are there before the app has opened; their first calls wait for it. */
export type Shell = {
  /** Rejects when the app could not open; then there is nothing to close. */
  readonly opened: Promise<App>
  readonly windows: Pick<Windows, 'open' | 'focus' | 'count'>
  /** Whether the app runs on without a window. */
  readonly staysOpen: () => boolean
  /** Shows what a later start with other arguments asked for. */
  readonly show: (launch: Launch) => void
}

/**
 * Opens the first window before loading anything else. Its page starts a separate process, and code loaded
 * here in the meantime costs no extra time. Modules the page waits for come first.
 */
export function startShell(deps: ShellDeps): Shell {
  const { log, policy } = deps
  const out = join(app.getAppPath(), 'out')
  const state = openWindowState({ file: join(app.getPath('userData'), 'window.json'), logger: log.logger })
  nativeTheme.themeSource = state.get().theme
  const words = () => wordsFor(chosenLocale(state, deps.systemLocale))

  let keys = DEFAULT_KEYS
  let keeping: KeepRunning | null = null
  const paint = createFirstPaint(systemClock)
  const frames = createFramePages()
  const windows = createWindows({
    painted: paint.came,
    preload: join(out, 'preload', 'index.cjs'),
    policy,
    state,
    logger: log.logger,
    pageStarted: (id) => tell((host) => host.windowOpened(id)),
    pageEnded: (id) => tell((host) => host.windowClosed(id)),
    keeps: () => keeping?.keepsWindow() ?? false,
    pageLost: () => deps.problems.mention(words().pageLost, words().pageLostDetail + log.folder),
  })
  const page = createFirstPage(join(out, 'renderer', 'index.html'), { isServedHere: !deps.isDev })
  const portModule = page.asked.then(() => import('./shell-port.ts'))
  const port = portModule.then(({ createShellPort }) =>
    createShellPort({
      ...deps,
      windows,
      state,
      words,
      logger: log.logger,
      kept: (opened) => {
        keeping = opened
      },
      retold: () => {
        showMenu()
        keeping?.renew()
      },
      applyKeys: (bindings) => {
        keys = bindings
        showMenu()
      },
      keychainFile: join(out, 'main', 'keychain-process.cjs'),
      toolsFile: join(out, 'main', 'tools-process.cjs'),
      mcpFile: join(out, 'main', 'mcp-process.cjs'),
      terminalFile: join(out, 'main', 'terminal-process.cjs'),
      files: programFiles(out),
      frameOf: frames.add,
    }),
  )
  const told = { problems: deps.problems, words }
  const opened = page.given.then(() => open(deps, port, { told, painted: paint.painted }))
  const warn = createFewWarnings({ logger: log.logger, now: Date.now })
  const unexpected = (error: unknown) => log.logger.error('The shell failed', error)
  // A failed opening ends the start and is reported there; a page then has no counterpart.
  const tell = (act: (host: App) => unknown) => void opened.then(act, () => undefined).catch(unexpected)

  serveAppScheme(session.defaultSession, {
    folder: join(out, 'renderer'),
    header: policy.header,
    files: page.files,
    failed: unexpected,
  })
  serveFrameScheme(session.defaultSession, frames)
  guardContents({
    policy,
    warn,
    dropped: (contents, path) => {
      const id = windows.idOf(contents)
      if (id !== null) windows.send(id, { t: 'app', event: { kind: 'path.dropped', path } })
    },
  })
  guardSession(session.defaultSession, { policy, warn }, deps.isDev)
  nativeTheme.on('updated', windows.paint)
  app.on('web-contents-created', (_event, contents) => addContextMenu(contents, words))
  const answering = page.asked.then(() => answerCalls(deps, opened, warn))
  openDoor(windows, async (...call) => (await answering)(...call))
  windows.open()
  const showMenu = () =>
    installMenu({
      words: words(),
      isDev: deps.isDev,
      newWindow: windows.open,
      bindings: keys,
      act: (action) => windows.sendToLast({ t: 'app', event: { kind: 'menu.action', action } }),
      openLogs: () => void port.then(({ openPath }) => openPath(log.folder)).catch(unexpected),
    })
  // After the window, whose page is on its way meanwhile.
  showMenu()

  const show = (launch: Launch) => {
    windows.focus()
    // Settings of the command line hold from the start of the app.
    if (launch.set.length > 0) deps.problems.mention(words().setIgnored, words().setNeedsStart)
    tell(async (host) => (await import('./show-named.ts')).showNamed(told, host, launch))
  }
  return { opened, windows, show, staysOpen: () => keeping?.staysOpen() ?? false }
}

/** The answers to what pages ask. Its code knows every call, so it is read when a page is on its way. */
async function answerCalls({ policy, log }: ShellDeps, opened: Promise<App>, warn: Logger['warn']) {
  const { createAnswerCall } = await import('./answer-call.ts')
  return createAnswerCall({
    handlers: async () => (await opened).handlers,
    isOurPage: policy.isOurPage,
    refused: (name, reason) => warn('A call was refused', { name, reason }),
    logger: log.logger,
  })
}

/** Opens the app, and in it what the command line named, before the first page is answered. */
async function open(
  deps: ShellDeps,
  port: Promise<AppDeps['shell']>,
  { told, painted }: { readonly told: Told; readonly painted: Promise<void> },
): Promise<App> {
  const { logger, redactor } = deps.log
  const opened = await deps.openApp({
    shell: await port,
    home: deps.home,
    logger,
    setLogLevel: logger.setLevel,
    redactor,
    painted,
    holder: 'window',
    set: deps.launch.set,
  })
  const { showNamed } = await import('./show-named.ts')
  await showNamed(told, opened, deps.launch)
  return opened
}

function programFiles(out: string): ProgramFiles {
  return {
    scriptWorker: pathToFileURL(join(out, 'main', 'script-worker.cjs')),
    indexWorker: pathToFileURL(join(out, 'main', 'index-worker.cjs')),
    walWorker: pathToFileURL(join(out, 'main', 'wal-worker.cjs')),
    homeWorker: pathToFileURL(join(out, 'main', 'home-worker.cjs')),
    pageReader: pathToFileURL(join(out, 'main', 'page-reader.cjs')),
    workflows: join(app.getAppPath(), 'resources', 'workflows'),
  }
}

/** The language the person chose, as far as it is known before the app has opened. */
function chosenLocale(state: WindowStateFile, system: string): string {
  const { locale } = state.get()
  return locale === 'system' ? system : locale
}
