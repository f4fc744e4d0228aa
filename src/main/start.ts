import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createCompiledCode, createRequireCompiled } from './electron/start/compiled-code.ts'
import { homeFolder } from './electron/start/home-folder.ts'

/** By then the window is drawn, and the main process is idle. */
const KEEP_AFTER_MS = 5_000

/** Git started the app only to pass a question on. Without the socket of a process of git it is an ordinary start. */
const passesQuestion =
  process.argv.at(-1) === '--askpass' && process.env['ORRERY_ASKPASS_SOCKET'] !== undefined

const load = createRequire(import.meta.url)
if (passesQuestion) load(join(import.meta.dirname, 'askpass.cjs'))
else startApp()

function startApp(): void {
  const home = homeFolder(process.env, homedir(), process.cwd())
  const compiled = createCompiledCode({
    folder: join(home, 'data', 'electron', 'Compiled Code'),
    later: (act) => void setTimeout(() => void act(), KEEP_AFTER_MS).unref(),
  })

  createRequireCompiled(compiled, load)(join(import.meta.dirname, 'index.cjs'))
}
