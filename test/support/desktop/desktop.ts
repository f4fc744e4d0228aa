import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { giveCompiledCode, keepCompiledCode } from './compiled-code.ts'

/** The app as a person runs it: real Electron, a home of its own, a real keychain under its own name. */
export type Desktop = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  /** What the process has written to its outputs so far. */
  readonly said: () => string
  /** What went wrong in its pages, in the words of the browser. */
  readonly pageProblems: () => readonly string[]
  /** Writes the actions of the test so far to a file that Playwright's trace viewer opens. */
  readonly saveTrace: (path: string) => Promise<void>
  /** Quits as the menu would, and waits until the process is gone. */
  readonly quit: () => Promise<void>
  /** Pulls the plug: no code of the app runs any more. */
  readonly kill: () => Promise<void>
}

export type DesktopOptions = {
  readonly home: string
  readonly args?: readonly string[]
  /** `null` takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>
  readonly size?: WindowSize
}

export type WindowSize = { readonly width: number; readonly height: number }

/** How long a state may take to come, on a slow machine with others at work. */
export const PATIENCE_MS = 15_000

/** The folder the app is started from. */
export const REPOSITORY = resolve(import.meta.dirname, '../../..')

/** Where pictures of failures and of screens go. */
export const PICTURES = join(REPOSITORY, 'out', 'screenshots')

/** The Electron the tests run in, with what it needs and the folder of the app to start. */
export function electronCommand(folder = REPOSITORY): {
  readonly file: string
  readonly args: readonly string[]
} {
  const file = process.env['ORRERY_ELECTRON']
  if (file === undefined) throw new Error('ORRERY_ELECTRON does not name an Electron.')
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { file, args: [...asRoot, '--disable-gpu', folder] }
}

/** The environment of an app under test: everything of its own, in English. */
export function desktopEnvironment({ home, env = {} }: DesktopOptions): Record<string, string> {
  const all = {
    ...process.env,
    ORRERY_HOME: home,
    ORRERY_HEADLESS_ERRORS: '1',
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en',
    // Where the locale above is not installed, the browser keeps nothing under a path with Chinese in it.
    LC_ALL: 'C.UTF-8',
    ...env,
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  await giveCompiledCode(options.home)
  const app = await launch(options, 3)
  const child = app.process()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const problems: string[] = []
  app.on('window', (window) => {
    window.on('pageerror', (error) => problems.push(error.stack ?? error.message))
    window.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text())
    })
  })
  const gone = new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done()
    else child.once('exit', () => done())
  })
  app.context().setDefaultTimeout(PATIENCE_MS)
  // Actions only: snapshots and pictures of every step would slow all stories for the few that fail.
  await app.context().tracing.start()
  const page = await app.firstWindow()
  await resizeTo(app, options.size ?? { width: 1440, height: 900 })
  await slowDown(page, Number(process.env['ORRERY_TEST_SLOWDOWN'] ?? 1))
  return {
    app,
    page,
    home: options.home,
    said: () => said,
    pageProblems: () => problems,
    saveTrace: (path) => app.context().tracing.stop({ path }),
    quit: async () => {
      await app.evaluate(({ app: electron }) => electron.quit()).catch(ignoreClosed)
      await gone
      await keepCompiledCode(options.home)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
      await keepCompiledCode(options.home)
    },
  }
}

/**
 * Now and then the two connections of a test to a fresh process wait for each other while the app itself runs; such
 * a process is ended and started anew.
 */
async function launch(options: DesktopOptions, attempts: number): Promise<ElectronApplication> {
  const { file, args } = electronCommand()
  try {
    return await _electron.launch({
      executablePath: file,
      args: [...args, ...(options.args ?? [])],
      env: desktopEnvironment(options),
      // Otherwise the page is told that the system is light, whatever the theme.
      colorScheme: null,
      // Playwright leaves a folder of its own behind for each start.
      tracesDir: join(process.env['ORRERY_TEST_SHARED'] ?? tmpdir(), 'orrery-traces'),
      timeout: PATIENCE_MS,
    })
  } catch (error) {
    if (attempts <= 1 || !(error instanceof Error && error.name === 'TimeoutError')) throw error
    process.stderr.write('The test could not connect to the app and starts it again.\n')
    return launch(options, attempts - 1)
  }
}

/** Gives the first window's content an exact size, for pictures that can be compared. */
export async function resizeTo(app: ElectronApplication, size: WindowSize, attempts = 5): Promise<void> {
  try {
    await app.evaluate(({ BrowserWindow }, wanted) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(wanted.width, wanted.height)
    }, size)
  } catch (error) {
    // While the app starts, the main process may collect the promise before its answer is taken, also twice.
    if (attempts <= 1 || !String(error).includes('garbage collected')) throw error
    await resizeTo(app, size, attempts - 1)
  }
}

/** Lets the page compute as on a machine that is this many times slower, which brings races to light. */
async function slowDown(page: Page, rate: number): Promise<void> {
  if (!(rate > 1)) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** A picture of the page under `out/`, by its name. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

/** A window that closes while it is asked to quit answers with an error; that is what was wanted. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof Error && /closed|destroyed|disconnected/i.test(error.message))) throw error
}
