import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'

/** The app as a person runs it: real Electron, a home of its own, a real keychain under its own name. */
export type Desktop = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  /** Quits as the menu would, and waits until the process is gone. */
  readonly quit: () => Promise<void>
  /** Pulls the plug: no code of the app runs any more. */
  readonly kill: () => Promise<void>
}

type Options = {
  readonly home: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly size?: { readonly width: number; readonly height: number }
}

const REPOSITORY = resolve(import.meta.dirname, '../..')

/** A folder that is removed when the test ends. */
export async function temporaryFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `orrery ${name} 中文-`))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export async function openDesktop(options: Options): Promise<Desktop> {
  const executablePath = process.env['ORRERY_ELECTRON']
  if (executablePath === undefined) throw new Error('ORRERY_ELECTRON does not name an Electron.')
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await _electron.launch({
    executablePath,
    args: [...asRoot, '--disable-gpu', REPOSITORY, ...(options.args ?? [])],
    env: {
      ...definedEnv(),
      ORRERY_HOME: options.home,
      ORRERY_KEYCHAIN_SERVICE: `orrery-test-${process.pid}`,
      ORRERY_HEADLESS_ERRORS: '1',
      LANG: 'en_US.UTF-8',
      ...options.env,
    },
  })
  const page = await app.firstWindow()
  if (options.size !== undefined) await resizeTo(app, options.size)
  const child = app.process()
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    app,
    page,
    home: options.home,
    quit: async () => {
      await app.evaluate(({ app: electron }) => electron.quit()).catch(ignoreClosed)
      await gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Gives the window's content an exact size, for pictures that can be compared. */
export async function resizeTo(
  app: ElectronApplication,
  size: { width: number; height: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(wanted.width, wanted.height)
  }, size)
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** A window that closes while it is asked to quit answers with an error; that is what was wanted. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof Error && /closed|destroyed|disconnected/i.test(error.message))) throw error
}
