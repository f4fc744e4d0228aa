// Prints versions and the state of every part, with a command for each that does not work. Changes nothing.
import { examineDisplay, examineKeychain, examineTestServices } from './doctor/desktop.mjs'
import { bad, table } from './doctor/finding.mjs'
import { examineElectron, examineLibraries, examineSandbox, examineSqlite } from './doctor/runtime.mjs'
import { examineNode, examineNpm, examinePackages, examineRipgrep } from './doctor/toolchain.mjs'
import { lookForElectron, wantedVersion } from './setup/find-electron.mjs'
import { cacheFolder } from './setup/paths.mjs'

/** @type {string[]} */
const broken = []
const runtime = await lookForElectron().catch((error) => {
  broken.push(error.message)
  return null
})
const findings = (
  await Promise.all([
    examineNode(),
    examineNpm(),
    examinePackages(),
    broken.length > 0
      ? bad('Electron', broken.join(), 'npm run setup')
      : examineElectron(runtime, await wantedVersion()),
    examineLibraries(runtime),
    examineSandbox(runtime),
    examineSqlite(runtime),
    examineKeychain(),
    examineRipgrep(),
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
