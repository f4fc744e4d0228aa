// Prints the Electron executable in use and nothing else; progress goes to stderr.
import { findElectron } from './setup/electron-runtime.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

const runtime = (await findElectron().catch(() => null)) ?? (await setUpOrExit({ output: process.stderr }))
process.stdout.write(`${runtime.executable}\n`)
