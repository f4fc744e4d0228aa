import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import type { BenchContext } from './row.ts'

/** An Electron app with a window in which one can write. */
export type Opened = {
  readonly app: ElectronApplication
  readonly page: Page
  /** Milliseconds from the start of the process until its message box took words. */
  readonly readyMs: number
  readonly quit: () => Promise<void>
}

const START_LIMIT_MS = 30_000
/** How long an app may take to quit before it is made to. */
const QUIT_LIMIT_MS = 15_000

type Which = 'orrery' | 'bare'

/** Starts the app, or the bare window it is compared with, in the same way and waits for the same thing. */
export async function openElectron(context: BenchContext, which: Which, home: string): Promise<Opened> {
  const folder = which === 'bare' ? join(context.root, 'bench', 'bare-window') : context.root
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const env = {
    ...process.env,
    ORRERY_HOME: home,
    ORRERY_KEYCHAIN_SERVICE: `orrery-bench-${process.pid}`,
    ORRERY_HEADLESS_ERRORS: '1',
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en',
  }
  const start = performance.now()
  const app = await _electron.launch({
    executablePath: context.electron,
    args: [...asRoot, '--disable-gpu', folder],
    env: Object.fromEntries(Object.entries(env).filter(isDefined)),
    colorScheme: null,
  })
  const page = await app.firstWindow()
  await composerOf(page)
  const readyMs = performance.now() - start
  const gone = new Promise<void>((done) => app.process().once('exit', () => done()))
  const quit = async () => {
    // The answer to this call is lost with the process that would give it, so nothing waits for it.
    app.evaluate(({ app: electron }) => electron.quit()).catch(() => {})
    const late = setTimeout(() => app.process().kill('SIGKILL'), QUIT_LIMIT_MS)
    await gone
    clearTimeout(late)
  }
  return { app, page, readyMs, quit }
}

/**
 * Waits for the message box, looked for with every frame: between two looks of a locator lie up to 100 ms, more than
 * what is to be seen. A look is lost when its page gives way to the next.
 */
async function composerOf(page: Page): Promise<void> {
  const isThere = () =>
    new Promise<boolean>((found) => {
      const look = () => {
        if (document.querySelector('textarea[aria-label="Message"]:enabled') !== null) found(true)
        else requestAnimationFrame(look)
      }
      look()
    })
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  while (!(await page.evaluate(isThere).catch(() => false))) limit.throwIfAborted()
}

function isDefined(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}
