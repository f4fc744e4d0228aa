// Prints the Electron executable in use and nothing else; progress goes to stderr.
import { lookForElectron } from './setup/find-electron.mjs'
import { setUpOrExit } from './setup/set-up.mjs'

const runtime = (await lookForElectron().catch(() => null)) ?? (await setUpOrExit({ output: process.stderr }))
process.stdout.write(`${runtime.executable}\n`)
