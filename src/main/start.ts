import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createCompiledCode, createRequireCompiled } from './electron/start/compiled-code.ts'
import { homeFolder } from './electron/start/home-folder.ts'

/** By then the window is drawn, and the main process is idle. */
const KEEP_AFTER_MS = 5_000

const home = homeFolder(process.env, homedir(), process.cwd())
const compiled = createCompiledCode({
  folder: join(home, 'data', 'electron', 'Compiled Code'),
  later: (act) => void setTimeout(() => void act(), KEEP_AFTER_MS).unref(),
})

createRequireCompiled(compiled, createRequire(import.meta.url))(join(import.meta.dirname, 'index.cjs'))
