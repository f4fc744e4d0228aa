// Starts the app: builds it when needed and gives it a screen where there is none. Arguments are passed on.

import { examineSandbox } from './doctor/runtime.mjs'
import { electronSwitches, missingDesktop } from './session/desktop.mjs'
import { runInForeground } from './session/foreground.mjs'
import { withServices } from './session/service.mjs'
import { describeRuntime, distFolder } from './setup/find-electron.mjs'
import { hardenedExecutable } from './setup/hardened-runtime.mjs'
import { root } from './setup/paths.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

const runtime = await setUpOrExit({ build: true })
const { starters, words } = missingDesktop()
console.log(`Orrery starts in ${[describeRuntime(runtime), words].filter(Boolean).join('; ')}`)
for (const { state, text, fix } of await examineSandbox(runtime)) {
  if (state === 'bad') console.log(`The window will probably not open: ${text}. To allow it: ${fix}`)
}

// So that whatever the app or a tool starts with `electron` is this one too.
const env = {
  ELECTRON_OVERRIDE_DIST_PATH: distFolder(runtime.executable),
  ELECTRON_EXEC_PATH: runtime.executable,
}
const args = [...electronSwitches(), root, ...process.argv.slice(2)]
const executable = await hardenedExecutable(runtime)
const run = (/** @type {Record<string, string>} */ all) =>
  runInForeground(executable, args, { cwd: root, env: all })
try {
  process.exitCode = await withServices(starters, run, env)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nnpm run doctor says what is missing.`)
  process.exitCode = 1
}
