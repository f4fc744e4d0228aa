// The app with reload: the window updates in place, a change in main restarts it. Arguments go to the app.
import { join } from 'node:path'
import { electronSwitches, missingDesktop } from './session/desktop.mjs'
import { runInForeground } from './session/foreground.mjs'
import { withServices } from './session/service.mjs'
import { forgetBuild } from './setup/app-build.mjs'
import { describeRuntime, distFolder } from './setup/find-electron.mjs'
import { root } from './setup/paths.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

const runtime = await setUpOrExit()
const { starters, words } = missingDesktop()
console.log(`Orrery develops in ${[describeRuntime(runtime), words].filter(Boolean).join('; ')}`)
// The same folder is used for the development build, so the next start has to build again.
await forgetBuild()

const appArguments = [...electronSwitches(), ...process.argv.slice(2)]
const args = [
  join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
  'dev',
  '--watch',
  ...(appArguments.length > 0 ? ['--', ...appArguments] : []),
]
const env = {
  ELECTRON_OVERRIDE_DIST_PATH: distFolder(runtime.executable),
  ELECTRON_EXEC_PATH: runtime.executable,
}
const run = (/** @type {Record<string, string>} */ all) =>
  runInForeground(process.execPath, args, { cwd: root, env: all })
process.exitCode = await withServices(starters, run, env)
