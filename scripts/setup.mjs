// Set-up: brings a fresh clone to where the app and the tests start. Silent when nothing is to do.
//   node scripts/setup.mjs            before start and tests
//   node scripts/setup.mjs --build    also builds the app (npm run setup)
import { setUpOrExit } from './setup/set-up.mjs'

const build = process.argv.includes('--build')
// Asked for by hand, so worth another try for the Electron that could not be fetched before.
await setUpOrExit({ build, retry: build })
