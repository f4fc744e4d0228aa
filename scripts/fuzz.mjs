// Runs the property tests of the command reader with many random cases, from a new seed or a given one.
//   node scripts/fuzz.mjs [times as many cases = 20] [seed]
import { spawnSync } from 'node:child_process'

const times = Number(process.argv[2] ?? 20)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed)) {
  console.error('Use: npm run fuzz -- [times] [seed]')
  process.exit(2)
}
console.log(`${times} times as many cases, seed ${seed}`)
const vitest = 'node_modules/vitest/vitest.mjs'
const files = [
  'bash/command-differential',
  'permission/split-command.property',
  'permission/wide-use.property',
]
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ORRERY_FUZZ_TIMES: String(times), ORRERY_FUZZ_SEED: String(seed) },
})
process.exitCode = status ?? 1
