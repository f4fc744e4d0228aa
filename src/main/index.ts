import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, Menu } from 'electron'
import { readAppInParts } from './app-parts.ts'
import type { App, AppDeps } from './app-port.ts'
import { registerAppScheme } from './electron/app-scheme.ts'
import { type Log, openLog } from './electron/log.ts'
import { type Shell, startShell } from './electron/shell.ts'
import { watchFaults } from './electron/start/faults.ts'
import { homeFolder } from './electron/start/home-folder.ts'
import { LINK, packLaunch, parseLaunch, unpackLaunch } from './electron/start/launch.ts'
import { receiveLinks } from './electron/start/links.ts'
import { createProblems, showEarlyProblem } from './electron/start/problems.ts'
import { quitInOrder } from './electron/start/quit.ts'
import { createContentPolicy } from './electron/windows/content-policy.ts'
import { startProblem, wordsFor } from './electron/words.ts'
import { systemClock } from './lib/clock.ts'

const headless = process.env['ORRERY_HEADLESS_ERRORS'] === '1'
const home = homeFolder(process.env, homedir(), process.cwd())
const launch = parseLaunch(process.argv.slice(1), process.cwd())

if (!claim(home)) app.exit(1)
else if (app.requestSingleInstanceLock(packLaunch(launch))) run()
else app.exit(0)

/** Makes the folder the lock lies in, so that two homes are two apps and one home is one. */
function claim(folder: string): boolean {
  const userData = join(folder, 'data', 'electron')
  try {
    mkdirSync(userData, { recursive: true, mode: 0o700 })
    app.setPath('userData', userData)
    return true
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const words = wordsFor('en')
    const sentence = `The folder ${folder} cannot be used: ${why}. Make it writable, or name another in ORRERY_HOME.`
    showEarlyProblem(words.notStarted, sentence, headless)
    return false
  }
}

/** Whether this build may show the page of a server; set by the build. */
declare const ALLOWS_DEV_SERVER: boolean

/** Everything that must happen before the app is ready, then waits for that without holding up the module. */
function run(): void {
  const log = openLog(home)
  const { logger } = log
  const devServer = ALLOWS_DEV_SERVER ? (process.env['ELECTRON_RENDERER_URL'] ?? null) : null
  const policy = createContentPolicy(devServer)
  const systemLocale = () => app.getPreferredSystemLanguages()[0] ?? 'en'
  const words = () => wordsFor(systemLocale())
  const problems = createProblems({ headless, ok: () => words().ok, logger })

  registerAppScheme()
  // Otherwise one would be made that ours replaces a moment later.
  Menu.setApplicationMenu(null)
  // With the switch, which only a superuser needs, no process could start in a sandbox; the pages keep their own.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  watchFaults({ logger, tell: () => problems.mention(words().bug, words().bugDetail + log.folder) })

  const links = receiveLinks({ onOpenUrl: (listener) => void app.on('open-url', listener) })
  const start = async () => {
    await app.whenReady()
    const isDev = devServer !== null
    const shell = startShell({
      home,
      launch,
      log,
      policy,
      isDev,
      problems,
      openApp,
      systemLocale: systemLocale(),
    })
    followApp(shell, log)
    links.connect(shell.show)
    await shell.opened
  }
  start().catch(async (error: unknown) => {
    logger.error('The app did not start', error)
    // Loaded here since nothing that the first window can do without is loaded before it.
    const { AppError } = await import('#shared/errors.ts')
    const sentence =
      error instanceof AppError ? startProblem(error, systemLocale()) : words().bugAtStart + log.folder
    await problems.show(words().notStarted, sentence)
    await logger.close()
    app.exit(1)
  })
}

/** The app's code is loaded while the first window starts its own process. */
async function openApp(deps: AppDeps): Promise<App> {
  await readAppInParts()
  const module = await import('./app.ts')
  const { openWhenFree } = await import('./electron/start/open-when-free.ts')
  const locale = app.getPreferredSystemLanguages()[0] ?? 'en'
  return openWhenFree({
    open: () => module.openApp(deps),
    ask: async (problem, signal) =>
      (await import('./electron/start/ask-about-holder.ts')).askAboutHolder(
        { headless, locale },
        problem,
        signal,
      ),
    // The command then ends in order, as after Ctrl+C.
    stop: (pid) => void process.kill(pid, 'SIGTERM'),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
}

function followApp(shell: Shell, log: Log): void {
  app.on('second-instance', (_event, _argv, _cwd, data) => shell.show(unpackLaunch(data)))
  // A copy that runs from a folder is not the program that the system should start for links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK.slice(0, -1))
  app.on('activate', () => {
    if (shell.windows.count() === 0) shell.windows.open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !shell.staysOpen()) app.quit()
  })
  quitInOrder({
    host: {
      onQuitting: (listener) => app.on('before-quit', listener),
      onEnding: (listener) => app.on('will-quit', listener),
      exit: (code) => app.exit(code),
    },
    close: async () => {
      const opened = await shell.opened
      await opened.close()
      await log.logger.close()
    },
    clock: systemClock,
    logger: log.logger,
  })
}
