// Prints versions and the state of every part, with a command for each that does not work. Changes nothing.

import { examineCommandSandbox } from './doctor/command-sandbox.mjs'
import { examineDisplay, examineKeychain, examineTestServices } from './doctor/desktop.mjs'
import { bad, table } from './doctor/finding.mjs'
import { examineElectron, examineLibraries, examineSandbox, examineSqlite } from './doctor/runtime.mjs'
import { examineNode, examineNpm, examinePackages, examineRipgrep } from './doctor/toolchain.mjs'
import { lookForElectron, wantedVersion } from './setup/find-electron.mjs'
import { cacheFolder } from './setup/paths.mjs'
import { SetupError } from './setup/setup-error.mjs'

/** @type {import('./doctor/finding.mjs').Finding | null} */
let obstacle = null
const runtime = await lookForElectron().catch((error) => {
  obstacle = bad('Electron', error.message, error instanceof SetupError ? error.remedy : 'npm run setup')
  return null
})
const findings = (
  await Promise.all([
    examineNode(),
    examineNpm(),
    examinePackages(),
    obstacle ?? examineElectron(runtime, await wantedVersion()),
    examineLibraries(runtime),
    examineSandbox(runtime),
    examineSqlite(runtime),
    examineKeychain(),
    examineRipgrep(),
    examineCommandSandbox(),
    examineDisplay(),
    examineTestServices(),
  ])
).flat()

const failures = findings.filter(({ state }) => state === 'bad').length
console.log(
  `Orrery on ${process.platform} ${process.arch}, cache in ${cacheFolder()}\n\n${table(findings)}\n`,
)
console.log(
  failures === 0 ? 'Everything works.' : `${failures} ${failures === 1 ? 'part does' : 'parts do'} not work.`,
)
process.exit(failures > 0 ? 1 : 0)
