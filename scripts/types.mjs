// Type-checks every room with its own tsconfig and prints the problems. The native compiler uses all cores.
import { join } from 'node:path'
import { statOrNull } from './setup/files.mjs'
import { root } from './setup/paths.mjs'
import { runCommand } from './setup/run-command.mjs'

const rooms = ['src/shared', 'src/main', 'src/preload', 'src/renderer', 'test', 'scripts', 'bench']
const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
let failed = 0

for (const room of rooms) {
  const problem = await check(room)
  if (problem === null) continue
  failed += 1
  console.log(`${problem}\nTypes do not hold in ${room}.`)
}
if (failed === 0) console.log(`Types hold in ${rooms.join(', ')}.`)
process.exit(failed > 0 ? 1 : 0)

/** @param {string} room @returns {Promise<string | null>} what is wrong */
async function check(room) {
  if (!(await statOrNull(join(root, room, 'tsconfig.json')))) return `${room}/tsconfig.json is missing.`
  const info = join(root, 'out', 'types', `${room.replaceAll('/', '-')}.tsbuildinfo`)
  const pretty = process.stdout.isTTY ? ['--pretty'] : []
  const args = [compiler, '-p', room, '--noEmit', '--incremental', '--tsBuildInfoFile', info, ...pretty]
  const result = await runCommand(process.execPath, args, { cwd: root })
  return result.ok ? null : result.stdout || result.output
}
